// Finds the primary among several servers and notices when it moves. One watch for each list of hosts in a process.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Host, type ParsedUrl, parseHosts } from './hosts.ts';

/** How often the servers are asked while connections are open: connections to an old primary end within a second. */
const WATCH_MS = 400;

/** A server that takes longer is as good as gone: the others are asked instead. */
const ANSWER_WITHIN_MS = 1_000;

/**
 * A server with an older history is a former primary, which its cluster is about to stop. If no server with the newer
 * one has been a primary for this time, Patroni's default `ttl`, that one is lost, and this server is all there is.
 */
export const LOST_AFTER_MS = 30_000;

/** Connections that follow the primary. */
type Follower = { readonly server: Host | undefined; drop(why: Error): void };

export type Servers = {
  /** The primary; asks all servers if it is not known. */
  find(): Promise<Host>;
  /** Says that this server is not the primary, or cannot be reached. */
  left(server: Host): void;
  /** Ends this connection when the primary moves away from its server, until the connection has ended. */
  follow(follower: Follower): void;
  unfollow(follower: Follower): void;
};

/** No server of a list is a primary now. Like a refused connection, this may pass. */
class NoPrimary extends Error {
  readonly code = 'ECONNREFUSED';
}

const known = new Map<string, Servers>();

/** The servers of a URL with several hosts; undefined for one host, which needs no search. */
export function serversOf(url: string): Servers | undefined {
  const parsed = parseHosts(url);
  if (parsed.hosts.length < 2) return undefined;
  const key = JSON.stringify(parsed.hosts);
  const servers = known.get(key) ?? watchServers(parsed);
  known.set(key, servers);
  return servers;
}

type Seen = { server: Host; isPrimary: boolean; timeline: string };

function watchServers(parsed: ParsedUrl): Servers {
  const { hosts } = parsed;
  const followers = new Set<Follower>();
  const asked = hosts.map((server) => openQuestion(server, parsed.urlOf(server)));
  let primary: Host | undefined;
  const history = openHistory();
  let looking: Promise<void> | undefined;
  let watching = false;

  // Not while an answer is awaited: the driver never answers a question that was closed.
  const isQuiet = () => followers.size === 0 && !watching && looking === undefined;
  const rest = () => asked.filter(isQuiet).forEach((question) => question.close());
  const moveTo = (server: Host | undefined) => {
    primary = server;
    for (const follower of Array.from(followers)) {
      if (follower.server !== server) follower.drop(new NoPrimary('the primary has moved to another server'));
    }
  };
  /** Follows a promotion as soon as one server reports it: others may be gone and answer late. */
  const note = (seen: Seen | undefined) => {
    if (!seen?.isPrimary || history.isPast(seen) || (history.isNow(seen) && primary !== undefined)) return;
    history.begin(seen);
    if (seen.server !== primary) moveTo(seen.server);
  };
  const lookNow = async () => {
    const seen = await Promise.all(
      asked.map(async (question) => {
        const answer = await question.ask();
        note(answer);
        return answer;
      }),
    );
    if (seen.some((each) => each?.server === primary && !each?.isPrimary)) moveTo(undefined); // a standby by now
    const former = history.findLast(seen.filter((each) => each?.isPrimary === true));
    if (former === undefined) return;
    history.begin(former); // the fence keeps everybody from writing there
    moveTo(former.server);
  };
  const look = () => {
    looking ??= lookNow().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const watch = async () => {
    watching = true;
    while (followers.size > 0) {
      await sleep(WATCH_MS, undefined, { ref: false });
      await look();
    }
    watching = false;
    rest();
  };
  return {
    async find() {
      if (primary === undefined) await look();
      rest();
      if (primary === undefined) throw new NoPrimary(`none of ${hosts.length} database servers is the primary`);
      return primary;
    },
    left(server) {
      if (primary === server) primary = undefined;
    },
    follow(follower) {
      followers.add(follower);
      if (!watching) void watch();
    },
    unfollow: (follower) => void followers.delete(follower),
  };
}

/** The newest history seen. A server with an older one was replaced, even if it does not know yet. */
function openHistory() {
  let newest = '';
  let missingSince: number | undefined; // since when no server with it has been a primary
  return {
    begin({ timeline }: Seen) {
      newest = timeline;
      missingSince = undefined;
    },
    isPast: ({ timeline }: Seen) => timeline < newest,
    isNow: ({ timeline }: Seen) => timeline === newest,
    /** Of all primaries at one moment: a former one, once the newest history is lost. */
    findLast(primaries: readonly (Seen | undefined)[]): Seen | undefined {
      const isThere = primaries.some((seen) => seen?.timeline === newest);
      missingSince = isThere ? undefined : (missingSince ?? performance.now());
      return missingSince !== undefined && performance.now() - missingSince >= LOST_AFTER_MS ? primaries[0] : undefined;
    },
  };
}

/** What a server is, and the history it writes: the first eight digits of its WAL file change with a promotion. */
const QUESTION = `
  select not pg_is_in_recovery() as "isPrimary",
         case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/** A connection of its own to one server, to ask what it is. It stays open between questions. */
function openQuestion(server: Host, url: string): { ask(): Promise<Seen | undefined>; close(): void } {
  let client: pg.Client | undefined;
  const close = () => {
    const closing = client;
    client = undefined;
    void closing?.end().catch(() => undefined);
  };
  const ask = async (): Promise<Seen> => {
    if (client === undefined) {
      const opened = new pg.Client({
        connectionString: url,
        application_name: 'cardwright-watch',
        connectionTimeoutMillis: ANSWER_WITHIN_MS,
        query_timeout: ANSWER_WITHIN_MS,
      });
      opened.on('error', () => undefined); // the next question fails
      client = opened;
      await opened.connect();
    }
    const { rows } = await client.query<Omit<Seen, 'server'>>(QUESTION);
    return { server, isPrimary: rows[0]?.isPrimary === true, timeline: rows[0]?.timeline ?? '' };
  };
  return {
    close,
    ask: () =>
      ask().catch(() => {
        close();
        return undefined;
      }),
  };
}
