// Waits until the audit log has left the database: an action that takes rights away must survive the loss of it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { GONE_AFTER_SECONDS } from '../../platform/work/heartbeat.ts';

/** Many times what an export takes. After that the store is away, and the person should not wait for it. */
const LONGEST_WAIT_MS = 3_000;

/** A worker exports within about 50 ms of the request. */
const POLL_MS = 20;

/** `outstanding`: the action took effect, but would be lost with the database. Workers go on trying. */
export type ExportState = 'done' | 'outstanding';

/** Has the audit log exported now, through its newest entry, and waits for it. Call it after the action's commit. */
export async function awaitExport(db: Db): Promise<ExportState> {
  const [asked] = await db.query<{ through: bigint }>(sql`select ask_for_export() as through`);
  for (const end = performance.now() + LONGEST_WAIT_MS; performance.now() < end; await sleep(POLL_MS)) {
    const [row] = await db.query<{ done: boolean | null }>(sql`
      select is_exported(${asked?.through ?? 0n}, ${GONE_AFTER_SECONDS}) as done`);
    if (row?.done === true) return 'done';
    if (row?.done === null) return 'outstanding'; // no worker runs
  }
  return 'outstanding';
}
