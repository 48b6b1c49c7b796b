// All clients that wait for an invoice poll the database together, in one statement; a client that sees a change asks
// the API.
import { setTimeout as sleep } from 'node:timers/promises';
import { fromId } from '@cardwright/server/foundation/ids.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';

/** Poll interval. */
const POLL_EVERY_MS = 150;

/** A waiting client is released after this, changed or not. */
const LET_GO_AFTER_MS = 3_000;

/** The awaited fields of an invoice: its status, and when it was last polled. */
type Looks = { status: string; review?: { lastCheckedAt: string | null } };

type Waiting = { companyId: string; id: string; looks: string; until: number; go: () => void };

export type Watch = {
  /** Waits until an invoice changes, or for a few seconds. */
  changed(companyId: string, shownId: string, was: Looks): Promise<void>;
  stop(): Promise<void>;
};

/** Opens a watch: many clients that poll the API would leave no processor time for the work that they wait for. */
export function openWatch(db: Db): Watch {
  const waiting = new Set<Waiting>();
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(POLL_EVERY_MS);
      const looksOf = await read(db, [...waiting]).catch(() => undefined); // the database may be down
      for (const each of waiting) {
        const isChanged = looksOf !== undefined && looksOf.get(each.id) !== each.looks;
        if (isChanged || performance.now() > each.until) each.go();
      }
    }
  })();
  return {
    changed(companyId, shownId, was) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const until = performance.now() + LET_GO_AFTER_MS;
      const looks = `${was.status} ${was.review?.lastCheckedAt ?? ''}`;
      const each: Waiting = { companyId, id: fromId('invoice', shownId) ?? '', looks, until, go: resolve };
      waiting.add(each);
      return promise.finally(() => waiting.delete(each));
    },
    async stop() {
      stopping.abort();
      await watching;
      for (const each of waiting) each.go();
    },
  };
}

type Row = { id: string; status: string; review_checked_at: Date | null };

async function read(db: Db, waiting: readonly Waiting[]): Promise<Map<string, string>> {
  if (waiting.length === 0) return new Map();
  const rows = await db.query<Row>(sql`
    select i.id, i.status, i.review_checked_at
      from unnest(${waiting.map(({ companyId }) => companyId)}::uuid[], ${waiting.map(({ id }) => id)}::uuid[]) as w (company_id, id)
      join invoices i on i.company_id = w.company_id and i.environment = 'sandbox' and i.id = w.id`);
  return new Map(
    rows.map(({ id, status, review_checked_at }) => {
      const lastCheckedAt = status === 'manual_review' ? review_checked_at : null; // shown for reviews only
      return [id, `${status} ${lastCheckedAt?.toISOString() ?? ''}`];
    }),
  );
}
