// The fence: this process writes only to a server whose database has everything that was exported and acknowledged.
// Behind a closed fence reads work, writes are refused and nothing is sent.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import { startPolling } from '../../foundation/polling.ts';
import { type Db, openDb, type Queryable } from '../db/db.ts';
import { isTransient } from '../db/errors.ts';
import { LOST_AFTER_MS } from '../db/primary.ts';
import type { Mark, MarkStore } from './marks.ts';
import { closeFence, holdsMarks, readServer, reportTimeline, type ServerRow } from './sql.ts';
import type { Witness, Witnesses } from './witnesses.ts';

/** A changed server, and the end of a fence, are noticed within this time, also without a new connection. */
const CHECK_EVERY_MS = 1_000;

/** How often a process that has verified compares with the store. The worker does it with each mark. */
const COMPARE_EVERY_MS = 5_000;

/** After a change, every running process reports within this time: each connects again and checks once a second. */
const REPORTS_SECONDS = 3;

/** Why this process refuses writes, and since when. */
export type Closed = { why: string; since: Date };

/**
 * A standby, or a former primary: a server that took over has a higher timeline, so even reads of this one are old. It
 * counts as a transient error: the next connection may reach the other server.
 */
class FormerPrimary extends Error {
  readonly code = '25006';
}

export type Fence = {
  /** Undefined if this process may write. */
  check(): Closed | undefined;
  /** Whether a new connection may be used at all, asked before its first use. It may close the fence, or open it. */
  admit(connection: Queryable): Promise<void>;
  /** Closes the fence of all processes: commits were lost. */
  close(why: string): Promise<void>;
  stop(): Promise<void>;
};

export type FenceOptions = {
  url: string;
  /** The name of its connection, which announces the connections of the process. */
  name?: string;
  /** Undefined compares the timeline only. */
  store: MarkStore | undefined;
  witnesses: Witnesses;
  /** How many of these are not in the database. */
  countMissing: (db: Queryable, witnesses: readonly Witness[]) => Promise<number>;
  clock: Clock;
  /** Called with each change. */
  onChange: (closed: Closed | undefined) => void;
  onError: (error: unknown) => void;
};

/** What a check found: open, or why not. A lasting reason fences the database for every process. */
type Verdict = { open: true } | { why: string; lasting?: true; isFormer?: true };

/** Opens the fence of a process on a connection of its own, closed until the first check has passed. */
export async function openFence(options: FenceOptions): Promise<Fence> {
  const { url, onError } = options;
  const db = openDb({ url, name: options.name ?? 'cardwright-fence', connections: 1, onError });
  const id = randomUUID();
  let closed: Closed | undefined = { why: 'the database has not been verified yet', since: options.clock.now() };
  let verified: ServerRow | undefined;
  let epoch: bigint | undefined;
  let comparedAt = -Infinity;
  let formerSince: number | undefined;
  let checking: Promise<void> | undefined;

  const set = (why: string | undefined) => {
    if (why === closed?.why) return;
    closed = why === undefined ? undefined : { why, since: closed?.since ?? options.clock.now() };
    options.onChange(closed);
  };

  /** A new epoch is a recovery: what this process acknowledged before it may be lost, and two people know. */
  const onServer = (server: ServerRow) => {
    if (epoch !== undefined && server.epoch > epoch) options.witnesses.forget();
    epoch = server.epoch;
  };
  const compare = async (): Promise<void> => {
    const { server, verdict } = await examine({ ...options, db, id, onServer }, verified);
    formerSince = 'isFormer' in verdict ? (formerSince ?? performance.now()) : undefined;
    const isAllThereIs = formerSince !== undefined && performance.now() - formerSince >= LOST_AFTER_MS;
    if ('lasting' in verdict || ('why' in verdict && isAllThereIs)) await closeFence(db, verdict.why);
    verified = 'open' in verdict ? server : undefined;
    comparedAt = performance.now();
    set('open' in verdict ? undefined : verdict.why);
  };
  const check = (): Promise<void> => {
    checking ??= compare().finally(() => {
      checking = undefined;
    });
    return checking;
  };

  const polling = startPolling({
    everyMs: CHECK_EVERY_MS,
    check: async () => {
      const isDue = performance.now() - comparedAt >= COMPARE_EVERY_MS;
      if (closed !== undefined || isDue || !isSame(await readServer(db), verified)) await check();
    },
    onError: (error) => (isTransient(error) ? undefined : onError(error)), // while the database is away
  });
  await check().catch(onError); // the database may be down: the next check may pass

  return {
    check: () => closed,
    async admit(connection) {
      const server = await readServer(connection).catch(refuseStandby);
      if (isSame(server, verified)) return;
      await check();
      if (formerSince !== undefined || (verified !== undefined && server.timeline < verified.timeline))
        throw new FormerPrimary(`this server is on timeline ${server.timeline}, and another one took over`);
    },
    async close(why) {
      set(why);
      verified = undefined;
      await closeFence(db, why);
    },
    async stop() {
      await polling.stop();
      await db.close();
    },
  };
}

/** A standby cannot say where it writes. */
function refuseStandby(error: unknown): never {
  const isStandby = (error as { code?: string }).code === '55000';
  throw isStandby ? new FormerPrimary('this server is a standby') : error;
}

const isSame = (server: ServerRow, verified: ServerRow | undefined): boolean =>
  verified !== undefined &&
  server.fenced_at === null &&
  server.system_identifier === verified.system_identifier &&
  server.timeline === verified.timeline &&
  server.epoch === verified.epoch &&
  server.started_at === verified.started_at;

type Judging = FenceOptions & { db: Db; id: string; onServer: (server: ServerRow) => void };

/** With what this process knows: whether it has verified this server, and it was not restarted since. */
type Knowing = Judging & { isKnown: boolean };

/** Compares the database with the store. Without an answer of the store, what was verified stays verified. */
async function examine(
  judging: Judging,
  verified: ServerRow | undefined,
): Promise<{ server: ServerRow; verdict: Verdict }> {
  const { db, store, onServer, onError } = judging;
  const exported = await store?.newestMarks().catch((error: unknown) => {
    onError(error);
    return undefined;
  });
  const server = await readServer(db); // after the store: an exported mark is in the database
  onServer(server);
  if (store === undefined || exported !== undefined)
    return { server, verdict: await judge({ ...judging, isKnown: isSame(server, verified) }, server, exported ?? []) };
  if (isSame(server, verified)) return { server, verdict: { open: true } };
  return { server, verdict: { why: server.fenced_why || 'the store of the marks cannot be read' } };
}

/** Judges a server. Whatever proves a loss comes before whatever could vouch for the server. */
async function judge(judging: Knowing, server: ServerRow, exported: readonly Mark[]): Promise<Verdict> {
  const [newest] = exported;
  if (server.fenced_at !== null) return { why: server.fenced_why };
  if (newest === undefined && server.newest_mark > 1n) return { why: 'the store of the marks is empty or not set' };
  if (newest !== undefined && newest.epoch >= Number(server.epoch)) {
    if (newest.system === server.system_identifier && newest.timeline > server.timeline) {
      const why = `this server is on timeline ${server.timeline}, and ${newest.timeline} was exported`;
      return { why, isFormer: true };
    }
    if (!(await holdsMarks(judging.db, exported))) {
      return { why: `mark ${newest.number} of ${newest.at} was exported and is not in this database`, lasting: true };
    }
  }
  if (server.system_identifier !== server.verified_system) {
    return { why: 'this database was moved to another cluster', lasting: true };
  }
  if (judging.isKnown) return { open: true };
  return judgeChange(judging, server, newest);
}

/** Another server took over, or this one was restarted: what this process acknowledged must be there. */
async function judgeChange(
  { db, id, witnesses, countMissing }: Judging,
  { verified_timeline, timeline }: ServerRow,
  newest: Mark | undefined,
): Promise<Verdict> {
  const acknowledged = witnesses.list();
  const missing = acknowledged.length === 0 ? 0 : await countMissing(db, acknowledged);
  const isRestarted = timeline === verified_timeline;
  const change = isRestarted
    ? 'the server was restarted'
    : `the server changed from timeline ${verified_timeline} to ${timeline}`;
  if (missing > 0) return { why: `${change}, and ${missing} acknowledged operations are not in it`, lasting: true };
  if (isRestarted) return { open: true };
  const report = { process: id, foundAgain: acknowledged.length, isConfirmed: newest?.confirmed === true };
  const isVerified = await reportTimeline(db, report, REPORTS_SECONDS);
  if (isVerified) return { open: true };
  return { why: isVerified === null ? `${change}: processes compare it with what they acknowledged` : change };
}
