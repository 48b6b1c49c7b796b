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
  const [newest] = exported;
  const tokens = exported.map((mark) => mark.token);
  const [row] = await tx.query<Row>(sql`
    select number, epoch, token, at, timeline, system_identifier, is_new
      from write_mark(${newest?.epoch ?? null}, ${newest?.number ?? null}, ${tokens}::uuid[], ${token})`);
  if (row === undefined) return undefined;
  return {
    number: Number(row.number),
    epoch: Number(row.epoch),
    at: row.at.toISOString(),
    timeline: row.timeline,
    system: row.system_identifier,
    token: row.token,
    isNew: row.is_new,
  };
}

/** Whether a commit of this connection waits for a synchronous standby. */
export async function isSynchronous(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ is_synchronous: boolean }>(sql`
    select current_setting('synchronous_standby_names') <> ''
           and current_setting('synchronous_commit') in ('on', 'remote_apply') as is_synchronous`);
  return row?.is_synchronous === true;
}
