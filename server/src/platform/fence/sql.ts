// The statements of marks.
import type { Queryable, Tx } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Mark } from './marks.ts';

/** A written mark; the commit decides whether a standby confirms it. */
export type Written = Omit<Mark, 'confirmed'> & { isNew: boolean };

type Row = {
  number: bigint;
  epoch: bigint;
  token: string;
  at: Date;
  timeline: string;
  system_identifier: string;
  is_new: boolean;
};

/** Writes the next mark after the newest exported one. Undefined if there is nothing to export. */
export async function writeMark(tx: Tx, exported: readonly Mark[], token: string): Promise<Written | undefined> {
  const { epoch, number, tokens } = describe(exported);
  const [row] = await tx.query<Row>(sql`
    select number, epoch, token, at, timeline, system_identifier, is_new
      from write_mark(${epoch}, ${number}, ${tokens}::uuid[], ${token})`);
  return row && toWritten(row);
}

/** Writes a mark now, or returns the one that is not exported yet. */
export async function markNow(tx: Tx, exported: readonly Mark[], token: string): Promise<Written> {
  const { epoch, number, tokens } = describe(exported);
  const [row] = await tx.query<Row>(sql`
    select number, epoch, token, at, timeline, system_identifier, is_new
      from mark_now(${epoch}, ${number}, ${tokens}::uuid[], ${token})`);
  if (row === undefined) throw new Error('no mark was written');
  return toWritten(row);
}

const describe = (exported: readonly Mark[]) => ({
  epoch: exported[0]?.epoch ?? null,
  number: exported[0]?.number ?? null,
  tokens: exported.map(({ token }) => token),
});

const toWritten = (row: Row): Written => ({
  number: Number(row.number),
  epoch: Number(row.epoch),
  at: row.at.toISOString(),
  timeline: row.timeline,
  system: row.system_identifier,
  token: row.token,
  isNew: row.is_new,
});

/** Whether a commit of this connection waits for a synchronous standby. */
export async function isSynchronous(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ is_synchronous: boolean }>(sql`
    select current_setting('synchronous_standby_names') <> ''
           and current_setting('synchronous_commit') in ('on', 'remote_apply') as is_synchronous`);
  return row?.is_synchronous === true;
}

/** A server, and what its database was last verified on. */
export type ServerRow = {
  system_identifier: string;
  /** The first eight digits of a WAL file's name. */
  timeline: string;
  started_at: string;
  verified_system: string;
  verified_timeline: string;
  epoch: bigint;
  /** 0 without marks. */
  newest_mark: bigint;
  fenced_at: Date | null;
  fenced_why: string;
};

/** The server of a connection. Fails on a standby. */
export async function readServer(db: Queryable): Promise<ServerRow> {
  const [row] = await db.query<ServerRow>(sql`
    select system_identifier, timeline, started_at, verified_system, verified_timeline, epoch, newest_mark, fenced_at, fenced_why
      from read_server()`);
  if (row === undefined) throw new Error('the database has no row in verified_timeline');
  return row;
}

/** Whether the newest exported mark is in the database, with all of its tokens. */
export async function holdsMarks(db: Queryable, exported: readonly Mark[]): Promise<boolean> {
  const [newest] = exported;
  if (newest === undefined) return true;
  const [row] = await db.query<{ found: number }>(sql`
    select find_marks(${newest.epoch}, ${newest.number}, ${exported.map(({ token }) => token)}::uuid[]) as found`);
  return row?.found === exported.length;
}

/** The newest mark of a database; undefined if it has none. */
export async function findNewestMark(db: Queryable): Promise<{ at: Date } | undefined> {
  const [row] = await db.query<{ at: Date }>(sql`select at from newest_mark()`);
  return row;
}

/** Fences the database until two people recover it. */
export async function closeFence(db: Queryable, why: string): Promise<void> {
  await db.query(sql`select close_fence(${why})`);
}

/** Reports what a process found after a change of the timeline. Null: other processes may still report. */
export async function reportTimeline(
  db: Queryable,
  { process, foundAgain, isConfirmed }: { process: string; foundAgain: number; isConfirmed: boolean },
  waitSeconds: number,
): Promise<boolean | null> {
  const [row] = await db.query<{ verified: boolean | null }>(sql`
    select report_timeline(${process}, ${foundAgain}, ${isConfirmed}, ${waitSeconds}) as verified`);
  return row?.verified ?? null;
}
