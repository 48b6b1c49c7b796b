// What was told of each card: its events, and what the API shows.
import { toId } from '@cardwright/server/foundation/ids.ts';
import { sql } from '@cardwright/server/platform/db/sql.ts';
import type { Company, Limits, Run } from './companies.ts';
import { usdText } from './companies.ts';
import type { CardFact, Ours } from './facts.ts';
import { limitsText } from './judge.ts';

/** A card as the API and its events show it. */
type Shown = { id: string; status: string; balance: string; overdrawn?: string; limits: Limits };

/** Checks the events of a company's cards, and that the API shows the cards as the issuer has them. */
export async function judgeTold(run: Run, company: Company, ours: Ours): Promise<void> {
  const { db, context, patient } = run;
  const { companyId, environment } = company.scope;
  const rows = await db.query<{ sequence: bigint; type: string; body: string }>(sql`
    select sequence, type, body from events
     where company_id = ${companyId} and environment = ${environment} order by sequence`);
  if (rows.some(({ sequence }, index) => sequence !== BigInt(index + 1)))
    context.violation('events are not numbered without a gap', { company: company.account });
  const objects = rows
    .filter(({ type }) => type.startsWith('card.'))
    .map(({ body }) => (JSON.parse(body) as { data: { object: Shown } }).data.object);
  const toldOf = Map.groupBy(objects, ({ id }) => id);
  const decided = new Set(
    ours.operations.filter(({ reference }) => company.leftToOperators.has(reference)).map(({ card_id }) => card_id),
  );
  const told = new Set(company.cards.filter(({ isTold }) => isTold).map(({ id }) => id));
  for (const card of ours.cards) {
    const events = toldOf.get(toId('card', card.id)) ?? [];
    const closed = events.findIndex(({ status }) => status === 'closed');
    const first = events[closed];
    // A close completes when nothing is left on the card, unless operators completed it.
    if (first !== undefined && !decided.has(card.id) && (first.balance !== '0.00' || first.overdrawn !== undefined))
      context.violation('a card was closed with another balance than was returned', { first });
    const later = closed < 0 ? [] : events.slice(closed);
    if (later.some(({ status }) => status !== 'closed'))
      context.violation('a closed card was told to be open', { later });
    if (later.some(({ balance }) => balance !== '0.00') && !told.has(toId('card', card.id)))
      context.violation('a closed card was told to have money', { later });
    const path = `/api/v1/cards/${toId('card', card.id)}`;
    const answer = await patient.ask(context.random, { method: 'GET', path, key: company.key });
    for (const shown of [events.at(-1), JSON.parse(answer.text) as Shown])
      if (shown === undefined || textOf(shown) !== textOf(shownOf(card)))
        context.violation('a card is shown as something else', { card, shown });
  }
}

const shownOf = ({ id, status, balance, limits }: CardFact): Shown => ({
  id: toId('card', id),
  status,
  balance: usdText(balance > 0n ? balance : 0n),
  ...(balance < 0n ? { overdrawn: usdText(0n - balance) } : {}),
  limits: limits ?? { perTransaction: null, perDay: null, perMonth: null },
});

const textOf = ({ id, status, balance, overdrawn, limits }: Shown): string =>
  [id, status, balance, overdrawn ?? '', limitsText(limits)].join(' ');
