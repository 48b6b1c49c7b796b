// What was spent with cards, by month, and how much is on them.

import type { Clock } from '../../foundation/clock.ts';
import { fromId, toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import { findTime } from '../../ledger/overview/sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { listCardTotals, listSpend, listTopSpend, type Spender } from './sql.ts';

export type SpendAsked = { months: number; cardId?: string; holderId?: string };

export type Spend = { currency: string; months: { month: string; spent: string }[] };

/** The spend of each of the last months by the company's clock: of a card, a cardholder, or all cards. */
export async function readSpend(
  { db, clock }: { db: Db; clock: Clock },
  scope: Scope,
  { months, ...asked }: SpendAsked,
): Promise<Spend> {
  const rows = await db.read(scope, async (tx) =>
    listSpend(tx, scope, spenderOf(scope, asked), { now: await findTime(tx, scope, clock.now()), months }),
  );
  return { currency: 'USD', months: rows.map(({ month, spent }) => ({ month, spent: formatUsd(spent) })) };
}

/** Unknown cards and cardholders have spent nothing. */
function spenderOf({ companyId }: Scope, { cardId, holderId }: Omit<SpendAsked, 'months'>): Spender {
  if (cardId !== undefined) return { kind: 'card', id: fromId('card', cardId) ?? companyId };
  if (holderId !== undefined) return { kind: 'holder', id: fromId('holder', holderId) ?? companyId };
  return { kind: 'company', id: companyId };
}

/** As many as fit beside the latest payments. */
const SHOWN_CARDS = 5;

/** The card spend of a month, with the cards that spent most. */
export type CardSpend = {
  month: string;
  total: string;
  cards: { cardId: string; name: string; last4: string; holderName: string; spent: string }[];
};

/** The spend of this month by the company's clock, by card. */
export async function readCardSpend({ db, clock }: { db: Db; clock: Clock }, scope: Scope): Promise<CardSpend> {
  return db.read(scope, async (tx) => {
    const time = await findTime(tx, scope, clock.now());
    const rows = await listTopSpend(tx, scope, time, SHOWN_CARDS);
    return {
      month: time.toISOString().slice(0, 7),
      total: formatUsd(rows[0]?.total ?? 0n),
      cards: rows.flatMap(({ card_id, spent, name, last4, holder }) =>
        card_id === null
          ? []
          : [{ cardId: toId('card', card_id), name, last4, holderName: holder, spent: formatUsd(spent) }],
      ),
    };
  });
}

type Total = { cards: number; balance: string };
export type CardTotals = Total & { byStatus: ({ status: string } & Total)[] };

/** The number of cards and the sum of their balances, as lists show them: of all, and of those in each status. */
export async function readCardTotals(db: Db, scope: Scope): Promise<CardTotals> {
  const rows = await db.read(scope, (tx) => listCardTotals(tx, scope));
  const sum = (of: (row: (typeof rows)[number]) => bigint) => rows.reduce((all, row) => all + of(row), 0n);
  return {
    cards: Number(sum(({ cards }) => cards)),
    balance: formatUsd(sum(({ balance }) => balance)),
    byStatus: rows.map(({ status, cards, balance }) => ({ status, cards: Number(cards), balance: formatUsd(balance) })),
  };
}
