// Compares cards, their history, and the issuer's balances and statuses.
import { toId } from '../../foundation/ids.ts';
import { formatUsd } from '../../foundation/money/usd.ts';
import type { Absent, Limits } from '../../issuer/answers.ts';
import type { CardRecord } from '../../issuer/records.ts';
import { type Book, type Difference, differ, type Look } from './look.ts';
import { isUnknown } from './reads.ts';
import { type CardRow, type From, listCards, listCardsOnTheirWay } from './rows.ts';

/** Each card costs a read, and a page must end within the lease. */
const CARDS_PER_LOOK = 25;

/** Compares a page of cards. */
export async function lookAtCards({ db, scope, reads }: Book, from: From): Promise<Look> {
  const { rows, onTheirWay } = await db.read(scope, async (tx) => {
    const [page, cards] = await Promise.all([
      listCards(tx, scope, from, CARDS_PER_LOOK),
      listCardsOnTheirWay(tx, scope),
    ]);
    return { rows: page, onTheirWay: cards };
  });
  // A card without a token is unknown to every issuer.
  const known = rows.filter(({ issuer_token }) => issuer_token !== '');
  const records = await reads.each(known, (issuer, account, card) => issuer.cardRecord(account, card.issuer_token));
  const differences: Difference[] = rows
    .filter(({ balance, story }) => balance !== story)
    .map((row) => betweenAmounts('card_story', row, row.story));
  const look: Omit<Look, 'last' | 'differences'> = { compared: 0, onTheirWay: [], asked: known.length, unread: [] };
  for (const [index, row] of known.entries()) {
    const record = records[index];
    if (record === undefined || isUnknown(record)) {
      look.unread.push(aboutOf(row));
      continue;
    }
    const found = compareRecord(row, record);
    if (found.length > 0 && onTheirWay.has(row.id)) look.onTheirWay.push(aboutOf(row));
    else {
      look.compared++;
      differences.push(...found);
    }
  }
  return { last: rows.length < CARDS_PER_LOOK ? undefined : rows.at(-1)?.id, ...look, differences };
}

function compareRecord(row: CardRow, record: CardRecord | Absent): Difference[] {
  if (record.kind === 'absent') {
    return [differ('card_absent', aboutOf(row), { ours: `ending in ${row.last4}`, theirs: 'absent' })];
  }
  return [
    ...(record.balance === row.balance ? [] : [betweenAmounts('card_balance', row, record.balance)]),
    ...(record.status === row.status
      ? []
      : [differ('card_status', aboutOf(row), { ours: row.status, theirs: record.status })]),
    // An issuer of version 1.0 has no limits.
    ...(record.limits === undefined || inWords(record.limits) === inWords(row.limits)
      ? []
      : [differ('card_limits', aboutOf(row), { ours: inWords(row.limits), theirs: inWords(record.limits) })]),
  ];
}

const inWords = (limits: Limits | null): string =>
  [
    ['per payment', limits?.perTransaction],
    ['a day', limits?.perDay],
    ['a month', limits?.perMonth],
  ]
    .flatMap(([words, amount]) => (typeof amount === 'string' ? [`${amount} ${words}`] : []))
    .join(', ') || 'none';

const aboutOf = ({ id }: CardRow) => ({ subject: toId('card', id), key: id });

/** Both sides move while the card is used; the gap between them stays the same. */
const betweenAmounts = (kind: 'card_story' | 'card_balance', row: CardRow, theirs: bigint): Difference => ({
  ...differ(kind, aboutOf(row), { ours: formatUsd(row.balance), theirs: formatUsd(theirs) }),
  gap: formatUsd(theirs - row.balance),
});
