// An issuer that the administrator plays: it refuses every deposit at once and sees every transfer that a sandbox asks
// for. Whoever asks only who may ask, or what it costs, needs neither a worker nor the simulated issuer then: an
// invoice is resolved as soon as it is created, so no request waits for it and the next one can be made.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';

/** Well below the time after which a request looks at its invoice again. */
const POLL_EVERY_MS = 20;

/** Plays the issuer until it is stopped. Its statements name played_issuer: whoever counts can leave them out. */
export function playIssuer(db: Db): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const playing = (async () => {
    while (!stopping.signal.aborted) {
      await refuseDeposits(db);
      await seeTransfers(db);
      await sleep(POLL_EVERY_MS);
    }
  })();
  playing.catch(() => undefined); // it is told where it is stopped
  return {
    async stop() {
      stopping.abort();
      await playing;
    },
  };
}

const refuseDeposits = (db: Db) =>
  db.query(sql`
    update invoices as played_issuer
       set status = 'failed', failure_code = 'rejected', failure_message = 'It is refused.', next_at = null, decided_at = created_at
     where next_at <= clock_timestamp() and status = 'creating'`);

const seeTransfers = (db: Db) =>
  db.query(sql`
    with played_issuer as (
      update simulated_transfers set state = 'carried' where state = 'waiting' returning *)
    insert into invoice_transfers (company_id, environment, invoice_id, transfer_id, amount, occurred_at, seen_at)
    select company_id, environment, invoice_id, 'tx_' || id, amount, coalesce(occurred_at, asked_at), clock_timestamp()
      from played_issuer`);
