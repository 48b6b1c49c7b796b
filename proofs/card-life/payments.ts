// Payments: decided by the issuer, as told, or reported by the issuer without being asked for.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import { askIssuer } from '../harness/ask-issuer.ts';
import { count, type Run, usdText } from './companies.ts';
import { keyed, type Taking } from './requests.ts';

/** Purchases, withdrawals and fees that the issuer decides. */
export async function pay(taking: Taking): Promise<void> {
  const { run, card, random } = taking;
  const wasClosed = card.isClosed;
  const payment = await simulate(taking, { type: random.pick(['purchase', 'purchase', 'withdrawal', 'fee']) });
  // A payment that is still on its way is shown as pending.
  if (wasClosed && payment !== undefined && payment.status !== 'pending' && payment.declineReason !== 'card_closed')
    run.context.violation('a payment with a closed card was not declined as such', payment);
}

/** Money that comes to a card in whatever status; from a closed one it goes on to the account. */
export async function bringMoney(taking: Taking): Promise<void> {
  await simulate(taking, { type: taking.random.pick(['refund', 'reversal']) });
}

/** A payment with the status that the sandbox wants, regardless of the card. */
export async function payAsTold(taking: Taking): Promise<void> {
  const { company, card, random } = taking;
  card.isTold = true;
  const type = random.pick(['purchase', 'purchase', 'withdrawal', 'refund']);
  const status = random.pick(['pending', 'pending', 'pending', 'settled', 'declined', 'reversed']);
  const made = await simulate(taking, { type, status });
  if (made === undefined || status !== 'pending') return;
  company.open.push({ id: made.id, cardId: card.id, type, amount: made.cents, merchant: made.merchant });
}

type Shown = { id: string; status: string; declineReason: string; cents: bigint; merchant: string };

async function simulate(taking: Taking, asked: { type: string; status?: string }): Promise<Shown | undefined> {
  const { run, company, card, random, number } = taking;
  const cents = BigInt(random.integer(50, random.oneIn(4) ? 4_000 : 1_200));
  const merchant = `Merchant ${number}`;
  const body = { ...asked, cardId: card.id, amount: usdText(cents), merchant, country: 'DE' };
  const refusals = ['card_not_found'];
  const shown = await keyed(taking, '/api/v1/sandbox/transactions', body, undefined, refusals);
  if (shown === undefined) return undefined;
  company.payments.set(shown.id, { isDecided: asked.status === undefined, isOpen: asked.status === 'pending' });
  count(run, 'payments');
  return { ...shown, cents, merchant };
}

/**
 * A payment that waits becomes settled, also for a larger amount, or is declined or reversed. The amount of money that
 * comes back stays the same: a payment that returns money from a closed card twice is a case for operators.
 */
export async function moveOn(taking: Taking): Promise<void> {
  const { run, company, random } = taking;
  const [open] = company.open.splice(random.integer(0, Math.max(0, company.open.length - 1)), 1);
  if (open === undefined) return pay(taking);
  const status = random.pick(['settled', 'settled', 'declined', 'reversed', 'reversed']);
  const isOther = status === 'settled' && open.type !== 'refund' && random.oneIn(2);
  const cents = isOther ? open.amount + BigInt(random.integer(1, 400)) : open.amount;
  const token = await run.patient.look(() => tokenOf(run, open.cardId));
  const { type, merchant, id: reference } = open;
  const json = { type, status, amount: usdText(cents), merchant, country: 'DE', reference };
  await run.patient.look(() =>
    askIssuer(run.context.stack, company.account, `/sandbox/cards/${token}/transactions`, json),
  );
  count(run, 'movedOn');
  if (status === 'settled' && random.oneIn(3)) {
    const undone = { ...json, status: 'reversed' };
    await run.patient.look(() =>
      askIssuer(run.context.stack, company.account, `/sandbox/cards/${token}/transactions`, undone),
    );
  }
}

/**
 * Payments that nobody asked for: the issuer reports several states in a row, and they may arrive in any order. Half of
 * them are with a closed card, if there is one.
 */
export async function payInARow(taking: Taking): Promise<void> {
  const { run, company, random, number } = taking;
  const closed = company.cards.filter(({ isClosed }) => isClosed);
  const card = closed.length > 0 && random.oneIn(2) ? random.pick(closed) : taking.card;
  const token = await run.patient.look(() => tokenOf(run, card.id));
  if (token === undefined) return; // it is not issued yet
  card.isTold = true;
  const reference = `ctx_${number}`;
  company.payments.set(reference, { isDecided: false, isOpen: true });
  const type = random.pick(['purchase', 'refund', 'refund', 'reversal']);
  const amount = usdText(BigInt(random.integer(50, 1_200)));
  const path = `/sandbox/cards/${token}/transactions`;
  for (const status of random.pick(rows)) {
    const json = { type, status, amount, merchant: `Merchant ${number}`, country: 'DE', reference };
    await run.patient.look(() => askIssuer(run.context.stack, company.account, path, json));
  }
  count(run, 'inARow');
}

/** States of one payment in a row. */
const rows = [
  ['pending', 'settled'],
  ['pending', 'declined'],
  ['pending', 'settled', 'reversed'],
  ['settled', 'reversed'],
];

async function tokenOf({ db }: Run, cardId: string): Promise<string | undefined> {
  const [row] = await db.query<{ token: string }>(
    sql`select issuer_token as token from cards where id = ${fromId('card', cardId) ?? ''}`,
  );
  return row?.token;
}
