// What operators did to recover, from the audit log.
import { type AuditRow, searchAuditLog } from '../../identity/operators/audit.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { RECOVER } from './recover.ts';

const REPLAY = 'database.replay';

/** More replays than anybody needs behind one fence. */
const MOST_REPLAYS = 50;

/** All replays behind one fence: the newest one, and the sums. */
type Replays = { last: AuditRow; written: number; applied: number };

/** The replays since the fence closed; undefined without one. An older replay may be among the replayed entries. */
export async function findReplays(db: Queryable, since: Date): Promise<Replays | undefined> {
  const newest = await searchAuditLog(db, { action: REPLAY, limit: MOST_REPLAYS });
  const [last, ...others] = newest.filter(({ at }) => at >= since);
  if (last === undefined) return undefined;
  const sum = (name: string) => [last, ...others].reduce((total, { details }) => total + Number(details[name]), 0);
  return { last, written: sum('written'), applied: sum('applied') };
}

/** The last recovery; undefined if there was none. */
export async function findLastRecovery(db: Queryable): Promise<AuditRow | undefined> {
  const [last] = await searchAuditLog(db, { action: RECOVER, limit: 1 });
  return last;
}
