// An issuer played by the administrator: it refuses every deposit immediately, sees every transfer that a sandbox
// requests, and reveals every card if it has the keys that seal addresses. Proofs of permissions and cost then need
// neither a worker nor the simulated issuer: an invoice is resolved as soon as it is created, so no request waits for
// it and the next one can be made.
import { setTimeout as sleep } from 'node:timers/promises';
import { sealUrl } from '@cardwright/server/cards/reveal/seal.ts';
import type { SealingKeys } from '@cardwright/server/foundation/config.ts';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import type { Db } from '@cardwright/server/platform/db/db.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';

/** Well below the interval at which a request polls its invoice. */
const POLL_EVERY_MS = 20;

/** The longest that a page may live. */
const PAGE_MS = 120_000;

/** Plays the issuer until stopped. Its statements contain `played_issuer`, so that counters can exclude them. */
export function playIssuer(db: Db, sealingKeys?: SealingKeys): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const playing = (async () => {
    while (!stopping.signal.aborted) {
      await refuseDeposits(db);
      await seeTransfers(db);
      if (sealingKeys !== undefined) await revealCards(db, sealingKeys);
      await sleep(POLL_EVERY_MS);
    }
  })();
  playing.catch(() => undefined); // stop() reports it
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

async function revealCards(db: Db, sealingKeys: SealingKeys): Promise<void> {
  const waiting = await db.query<{ company_id: string; environment: Environment; id: string }>(sql`
    select company_id, environment, id from reveals as played_issuer where state = 'waiting'`);
  for (const { company_id: companyId, environment, id } of waiting) {
    const owner = { scope: { companyId, environment }, revealId: id };
    const { sealingKey, sealed } = sealUrl(sealingKeys, owner, 'https://issuer.example/page');
    await db.query(sql`
      update reveals as played_issuer
         set state = 'revealed', sealing_key = ${sealingKey}, sealed_url = ${sealed}, expires_at = ${new Date(Date.now() + PAGE_MS)}
       where company_id = ${companyId} and environment = ${environment} and id = ${id}`);
  }
}
