// The payments of a list as a CSV file, with the names of their cards and cardholders.
import { stringify } from 'csv-stringify/sync';
import { fromId, toId } from '../../foundation/ids.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import { type CardNameRow, listCardNames } from '../names/sql.ts';
import type { TransactionFilter } from '../transactions/sql.ts';
import { searchAllTransactions } from './list.ts';

/** As many as a statement has entries: such a file is written in a fraction of a second and opens in any program. */
export const MOST_EXPORTED = 10_000;

const columns = [
  'date',
  'merchant',
  'type',
  'status',
  'amount',
  'currency',
  'card',
  'last4',
  'cardholder',
  'country',
  'description',
  'declineReason',
  'reference',
  'cardId',
  'id',
] as const;

type Column = (typeof columns)[number];

/** The columns with text of others, which a spreadsheet could run as a formula. Amounts stay numbers. */
const texts = new Set<unknown>(['merchant', 'card', 'cardholder', 'description', 'reference'] satisfies Column[]);

/** A payment as the API shows it. */
type Payment = Record<Exclude<Column, 'date' | 'card' | 'last4' | 'cardholder'> | 'occurredAt', string>;

type Asked = TransactionFilter & { search?: string };

/** The file of the payments of a list, newest first; refuses what would not be complete. */
export async function exportPayments(
  db: Db,
  scope: Scope,
  range: { from?: Date; until?: Date },
  asked: Asked,
): Promise<string> {
  const rows = await searchAllTransactions(db, scope, { limit: MOST_EXPORTED + 1, ...range }, asked);
  if (rows === undefined || rows.length > MOST_EXPORTED) refuse('export_too_large');
  const payments = rows.map(({ text }) => JSON.parse(text) as Payment);
  const ids = [...new Set(payments.map(({ cardId }) => fromId('card', cardId)))].filter((id) => id !== undefined);
  return writePayments(payments, await db.read(scope, (tx) => listCardNames(tx, scope, ids)));
}

/** Writes payments of cards. Text that a spreadsheet would run is escaped. */
export function writePayments(payments: readonly Payment[], cards: readonly CardNameRow[]): string {
  const cardOf = new Map(cards.map((card) => [toId('card', card.id), card]));
  const lines = payments.map((payment): Record<Column, string> => {
    const card = cardOf.get(payment.cardId);
    return {
      ...payment,
      date: payment.occurredAt,
      card: card?.name ?? '',
      last4: card?.last4 ?? '',
      cardholder: card?.holder_name ?? '',
    };
  });
  return stringify(lines, {
    header: true,
    columns: [...columns],
    cast: { string: (value, { column }) => (texts.has(column) ? { value, escape_formulas: true } : value) },
  });
}
