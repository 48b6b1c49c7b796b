// Unplaced notifications, for operators: lists them, and closes those that will never be placed.

import { toId } from '../foundation/ids.ts';
import { maskCardNumbers } from '../foundation/mask.ts';
import { type Actor, didAlone } from '../identity/operators/act.ts';
import type { Db, Queryable } from '../platform/db/db.ts';
import { readUnplaced, type Unplaced } from './sql.ts';

/** A screen's worth; a longer queue has one cause, and its oldest rows show it. */
export const MOST_UNPLACED_SHOWN = 100;

/** The unplaced notifications, oldest first. */
export async function listUnplaced(db: Queryable): Promise<Unplaced[]> {
  const rows = await readUnplaced(db, MOST_UNPLACED_SHOWN);
  return rows.map(({ id, event, ...row }) => ({
    ...row,
    id: toId('notification', id),
    event: maskCardNumbers(event),
  }));
}

/** Closes an unplaced notification, in one commit with its audit entry. False when it is not unplaced. */
export async function closeUnplaced(
  { db, actor }: { db: Db; actor: Actor },
  id: string,
  reason: string,
): Promise<boolean> {
  return (await didAlone(db, actor, { action: 'notification.close', given: { id, reason } })) === 'done';
}
