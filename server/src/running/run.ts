// Running operations: claim, send once, settle by the answer. What may have been sent is never sent again.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { type Lane, openLane } from '../db/lane.ts';
import { toId } from '../ids.ts';
import type { Issuer, Order } from '../issuer/client.ts';
import type { Scenario } from '../issuer/scenarios.ts';
import type { JobSender, OperationJob } from '../queue/send.ts';
import { newsOf } from './news.ts';
import { type Claimed, claimOperations, type News, type Settled, settleOperations, unmarkOperation } from './sql.ts';

/** Longer than any send (10 s) and its settlement: a mark that is older was left by somebody who is gone. */
const SILENT_SECONDS = 20;

/** An issuer that nobody can connect to is tried again so often. */
const PROBE_SECONDS = 10;

/** For so long, counted from the first refused try; then the operation fails and its hold is released. */
const GIVE_UP_MS = 15 * 60_000;

/** How soon an operation that has to wait is looked at again. */
const WAIT_SECONDS = 2;

export type Runner = {
  db: Db;
  clock: Clock;
  jobs: JobSender;
  issuers: Readonly<Record<'sandbox' | 'live', Issuer | undefined>>;
};

type Poke = OperationJob & { token: string };

/** An answer that could not be stored is tried again so often. */
const STORE_AGAIN_MS = 1_000;

/** For so long: by then somebody else has taken the operation for lost, and a read will find out what we know. */
const STORE_FOR_MS = 120_000;

/**
 * Settles what is learned; whatever waits for the database shares a commit. An answer of the issuer exists only here
 * until it is stored, so an outage of the database is waited for.
 */
export function openSettling(db: Db): Lane<News, Settled> {
  const lane = openLane<News, Settled>({
    run: (batch) => settleOperations(db, batch),
    ownerOf: ({ companyId, environment }) => `${companyId} ${environment}`,
    identityOf: ({ operationId }) => operationId,
  });
  return async (news) => {
    const until = performance.now() + STORE_FOR_MS;
    for (;;) {
      try {
        return await lane(news);
      } catch (error) {
        if (performance.now() > until) throw error;
        await sleep(STORE_AGAIN_MS);
      }
    }
  };
}

/** Looks at operations that it is poked about. When it resolves, each is decided or will be poked about again. */
export function operationRunner(runner: Runner, settle: Lane<News, Settled>) {
  return async (jobs: readonly OperationJob[]): Promise<void> => {
    const pokes: Poke[] = jobs.map((job) => ({ ...job, token: randomUUID() }));
    const claims = await claimOperations(runner.db, pokes, SILENT_SECONDS);
    await Promise.all(
      claims.map(async (claimed) => {
        const poke = pokes[Number(claimed.at_position) - 1];
        if (poke === undefined || claimed.todo === 'over') return;
        if (claimed.todo === 'wait') return pokeAgain(runner, poke);
        if (claimed.todo === 'send') return send(runner, settle, poke, claimed);
        const { token: _, ...operation } = poke;
        const lost = { kind: 'unknown' as const, reason: 'whoever sent it is gone, and it may have been sent' };
        await settle(
          newsOf(runner.clock, operation, lost, {
            how: 'lost',
            ...(claimed.attempt === null ? {} : { token: claimed.attempt }),
          }),
        );
      }),
    );
  };
}

async function send(runner: Runner, settle: Lane<News, Settled>, poke: Poke, claimed: Claimed): Promise<void> {
  const { token, ...operation } = poke;
  const issuer = runner.issuers[poke.environment];
  const outcome =
    issuer === undefined
      ? { kind: 'never_connected' as const, reason: 'no issuer is configured' }
      : await issuer.submit(toOrder(poke, claimed));
  const sent = { how: 'send' as const, token, cardId: claimed.card_id };
  if (outcome.kind !== 'never_connected') {
    await settle(newsOf(runner.clock, operation, outcome, sent));
  } else if (hasGivenUp(runner, claimed)) {
    const message = 'The issuer could not be reached for 15 minutes. Nothing was sent.';
    await settle(newsOf(runner.clock, operation, { kind: 'rejected', code: 'issuer_unreachable', message }, sent));
  } else {
    await runner.db.writeUnscoped(async (tx) => {
      await unmarkOperation(tx, poke, { againAfterSeconds: PROBE_SECONDS, evidence: outcome.reason });
      await runner.jobs.send(tx, [operation], PROBE_SECONDS);
    });
  }
}

const hasGivenUp = ({ clock }: Runner, { refused_since }: Claimed) =>
  refused_since !== null && clock.now().getTime() - refused_since.getTime() > GIVE_UP_MS;

const pokeAgain = (runner: Runner, { companyId, environment, operationId }: Poke) =>
  runner.db.writeUnscoped((tx) => runner.jobs.send(tx, [{ companyId, environment, operationId }], WAIT_SECONDS));

const toOrder = (poke: Poke, claimed: Claimed): Order => ({
  account: toId('company', poke.companyId),
  reference: toId('operation', poke.operationId),
  kind: claimed.type,
  product: toId('product', claimed.product_id),
  amount: claimed.amount,
  ...(claimed.type === 'issue' ? { holderToken: claimed.holder_token ?? '', name: claimed.name } : {}),
  ...(claimed.type === 'topup' ? { cardToken: claimed.card_token ?? '' } : {}),
  ...(claimed.type === 'service' ? { recipient: claimed.recipient } : {}),
  ...(claimed.scenario === '' ? {} : { scenario: claimed.scenario as Scenario }),
});
