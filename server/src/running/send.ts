// One send: the order goes out once, and what came back settles the operation.
import { crashPoint } from '../crash-points.ts';
import { toId } from '../ids.ts';
import type { Issuer, Order } from '../issuer/client.ts';
import type { Scenario } from '../issuer/scenarios.ts';
import type { HeldPoke } from '../queue/pokes.ts';
import type { Breaker } from './breaker.ts';
import { type ClaimedPoke, PROBE_SECONDS, type Runner } from './claim.ts';
import { newsOf } from './news.ts';
import { type Settle, untilStored } from './settle.ts';
import { type Claimed, unmarkOperation } from './sql.ts';

/** Sends an operation that is marked as ours, and settles it by the answer. */
export async function sendOnce(
  runner: Runner,
  { issuer, breaker, settle }: { issuer: Issuer; breaker: Breaker; settle: Settle },
  poke: ClaimedPoke,
  claimed: Claimed,
): Promise<void> {
  const address = issuer.ownAddresses.includes(claimed.scenario) ? claimed.scenario : '';
  crashPoint('after-claim');
  if (!breaker.admits(address)) return takeBack(runner, poke, 'not tried: the issuer refuses connections');
  const outcome = await issuer.submit(toOrder(poke, claimed));
  crashPoint('after-send');
  if (outcome.kind === 'never_connected') {
    breaker.refused(address);
    return takeBack(runner, poke, outcome.reason);
  }
  breaker.connected(address);
  const how = { how: 'send' as const, token: poke.token, cardId: claimed.card_id };
  await settle(newsOf(runner.clock, poke, outcome, how), poke);
}

/** The mark was ours, and no socket ever connected: the operation waits as if it had never been tried. */
async function takeBack(runner: Runner, poke: ClaimedPoke, evidence: string): Promise<void> {
  await untilStored(
    () =>
      runner.db.writeUnscoped(async (tx) => {
        await unmarkOperation(tx, poke, { againAfterSeconds: PROBE_SECONDS, evidence });
        await Promise.all([runner.pokes.drop(tx, [poke]), runner.pokes.send(tx, [poke], PROBE_SECONDS)]);
      }),
    runner.onError,
  );
  crashPoint('after-unmark');
}

const toOrder = (poke: HeldPoke, claimed: Claimed): Order => ({
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
