// The connections of a process, against those that the database server allows. A pool that cannot fill fails under
// load, so a process that does not fit does not start.
import { ConfigError } from '../../foundation/configuration/declare.ts';
import { newClient } from './client.ts';
import { parseHosts } from './hosts.ts';

/** The largest number of connections of a process, by the name that they have in the database. */
export type Pools = Readonly<Record<string, number>>;

/** What a server allows, and what other processes of ours have. */
export type Room = { most: number; reserved: number; others: number };

/** The name of a connection that every process keeps open; the number announces the process's sum to others. */
const ANNOUNCED = 'cardwright-fence';

/** The longest wait for the server. Without an answer nothing is compared: a process must start during a failover. */
const ANSWER_WITHIN_MS = 5_000;

/** SQLSTATE of a server that has no connection left. */
const TOO_MANY = '53300';

const sumOf = (pools: Pools): number => Object.values(pools).reduce((sum, size) => sum + size, 0);

/** The name of the connection that announces these pools. */
export const announcing = (pools: Pools): string => `${ANNOUNCED}:${sumOf(pools)}`;

/** One more connection to each server of a list, which watches for the primary; none with one host. */
export const watchers = (...urls: readonly string[]): Pools => ({
  'cardwright-watch': new Set(urls.filter((url) => parseHosts(url).hosts.length > 1)).size,
});

/**
 * Refuses pools that do not fit into the server beside those of other processes, with the figures and what to change.
 * Returns whether the server answered. Two processes that start in the same moment do not see each other.
 */
export async function checkBudget(url: string, pools: Pools): Promise<boolean> {
  let room: Room;
  try {
    room = await readRoom(url);
  } catch (error) {
    if ((error as { code?: string }).code !== TOO_MANY) return false;
    throw new ConfigError(`The database server has no connection left for this process, which needs ${sumOf(pools)}`);
  }
  const problem = judgeBudget(pools, room);
  if (problem !== undefined) throw new ConfigError(problem);
  return true;
}

/** What does not fit, with the figures; undefined if everything fits. */
export function judgeBudget(pools: Pools, { most, reserved, others }: Room): string | undefined {
  const own = sumOf(pools);
  const allowed = most - reserved;
  if (own + others <= allowed) return undefined;
  const parts = Object.entries(pools).flatMap(([name, size]) => (size === 0 ? [] : [`${name} ${size}`]));
  return (
    `This process needs ${own} database connections (${parts.join(', ')}), and our other processes have ${others}. ` +
    `The server allows ${allowed} (max_connections ${most}, of which ${reserved} are reserved): ` +
    `${own + others - allowed} too many. Lower CARDWRIGHT_DATABASE_CONNECTIONS, run fewer processes, or raise ` +
    'max_connections of the server'
  );
}

/** For statements: whether a connection is one of ours. Roles do not tell, because a login may stand in for another. */
export const IS_OURS = "(application_name like 'cardwright%' or application_name like 'issuer-sandbox%')";

/**
 * A process counts as it has announced. Commands and the simulated issuer announce nothing: they count as they are, as
 * far as they exceed what processes have announced and not opened.
 */
const QUESTION = `
  select current_setting('max_connections')::integer as most,
         current_setting('superuser_reserved_connections')::integer
           + coalesce(current_setting('reserved_connections', true), '0')::integer as reserved,
         greatest(
           count(*),
           coalesce(sum(substring(application_name from '^${ANNOUNCED}:(\\d{1,6})$')::integer), 0)
         )::integer as others
    from pg_stat_activity
   where pid <> pg_backend_pid() and ${IS_OURS}`;

async function readRoom(url: string): Promise<Room> {
  const client = newClient(url, {
    application_name: 'cardwright-budget',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  try {
    await client.connect();
    const { rows } = await client.query<Room>(QUESTION);
    return rows[0] ?? { most: 0, reserved: 0, others: 0 };
  } finally {
    await client.end().catch(() => undefined);
  }
}
