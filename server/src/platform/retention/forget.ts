// Deletes finished rows that are older than their setting, a few at a time: no commit holds a lock for long.

import type { Retain } from '../../foundation/worker-config.ts';
import type { Db } from '../db/db.ts';
import { forgetEmails, forgetInvitations } from './sql.ts';

/** Rows deleted per commit, of each kind: a small part of a second. */
const ROWS_AT_ONCE = 1_000;

/** Deletes finished emails and expired invitations past their retention time. Returns the number of rows. */
export async function forgetOldRows(
  db: Db,
  retain: Pick<Retain, 'emailsDays' | 'invitationsDays'>,
  rows: number = ROWS_AT_ONCE,
): Promise<number> {
  const emails = await repeat(() => forgetEmails(db, { days: retain.emailsDays, rows }));
  return emails + (await repeat(() => forgetInvitations(db, { days: retain.invitationsDays, rows })));
}

async function repeat(forget: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const forgotten = await forget();
    if (forgotten === 0) return total;
    total += forgotten;
  }
}
