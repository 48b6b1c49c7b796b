// What a file would order: a dry run of the acceptance of its rows, one after the other.

import { createHash } from 'node:crypto';
import { LONGEST_NAME } from '../../cards/cards/sql.ts';
import { holdsCardNumber } from '../../foundation/card-numbers.ts';
import type { Config } from '../../foundation/config.ts';
import { toId } from '../../foundation/ids.ts';
import { formatUsd, LARGEST_USD, parseUsd, type Usd, usd } from '../../foundation/money/usd.ts';
import type { RefusalCode } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import { type OrderedOperation, toWeighed } from '../accept/accept.ts';
import { reasonsOf, toReason } from '../accept/preview.ts';
import { type Weighed, weighOperations } from '../accept/sql.ts';
import { type ImportType, readRows } from './file.ts';
import { type FoundRow, findNamed } from './find.ts';

/** Rows in one statement: short enough not to hold up others, and a whole file takes five. */
const ROWS_AT_ONCE = 100;

/** The file of an import. `productId` is for issues: a top-up has the product of its card. */
export type GivenFile = { type: ImportType; productId?: string; file: string };

export type PreviewedRow = FoundRow & {
  amount: Usd | undefined;
  fee: Usd | undefined;
  total: Usd | undefined;
  reasons: RefusalCode[];
};

type ImportPreviewed = {
  rows: PreviewedRow[];
  /** Of the rows without a refusal. */
  allowed: { rows: PreviewedRow[]; amount: Usd; fee: Usd; total: Usd; digest: string };
};

type Deps = { db: Db; issuers: Config['issuers'] };

/** Checks every row of a file as if those before it had been ordered. Changes nothing. */
export async function previewImport(deps: Deps, scope: Scope, given: GivenFile): Promise<ImportPreviewed> {
  const rows = readRows(given.type, given.file);
  const spent = { amount: 0n, cards: 0 };
  const previewed: PreviewedRow[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE);
    const found = await deps.db.read(scope, (tx) => findNamed(tx, scope, given.type, some));
    previewed.push(...(await previewRows(deps, scope, given, { found, spent })));
  }
  return {
    rows: previewed,
    allowed: sumOf(
      given,
      previewed.filter(({ reasons }) => reasons.length === 0),
    ),
  };
}

async function previewRows(
  deps: Deps,
  scope: Scope,
  given: GivenFile,
  { found, spent }: { found: readonly FoundRow[]; spent: { amount: bigint; cards: number } },
): Promise<PreviewedRow[]> {
  const read = found.map((row) => ({ row, amount: readAmount(row.given.amount), reasons: reasonsOfText(row) }));
  const orders = read.map(({ row, amount }) => (amount === undefined ? undefined : orderOf(given, row, amount)));
  const asked = orders.filter((order) => order !== undefined);
  const weighed = (
    await weighOperations(
      deps.db,
      asked.map((order) => toWeighed(scope, order)),
    )
  ).values();
  return read.map(({ row, amount, reasons }, index) => {
    const own = orders[index] === undefined ? undefined : weighed.next().value;
    if (own === undefined) return { ...row, amount, fee: undefined, total: undefined, reasons };
    const all = [...reasons, ...reasonsOf(deps, scope, afterOthers(own, spent))];
    if (all.length === 0) {
      spent.amount += own.total;
      spent.cards += 1;
    }
    return { ...row, amount, fee: own.fee, total: own.total, reasons: all };
  });
}

/** The refusals of the text itself. */
function reasonsOfText({ given, refusal }: FoundRow): RefusalCode[] {
  const { malformed, name, amount } = given;
  const isNumber = [name, ...(refusal === undefined ? [] : [given.cardholder, given.card])].some(holdsCardNumber);
  return [
    ...(malformed ? (['row_malformed'] as const) : []),
    ...(isNumber ? (['card_number_refused'] as const) : []),
    ...(name.length > LONGEST_NAME ? (['name_too_long'] as const) : []),
    ...(refusal === undefined ? [] : [refusal]),
    ...(readAmount(amount) === undefined ? (['amount_invalid'] as const) : []),
  ];
}

function readAmount(text: string): Usd | undefined {
  const amount = parseUsd(text);
  return amount === undefined || amount === 0n || amount > LARGEST_USD ? undefined : amount;
}

/** The order of a row; undefined while it is not clear what it names. */
function orderOf({ type, productId }: GivenFile, row: FoundRow, amount: Usd): OrderedOperation | undefined {
  if (row.refusal !== undefined) return undefined;
  if (type === 'topup') return row.card && { type, cardId: toId('card', row.card.id), amount };
  if (row.holder === undefined) return undefined;
  // A name that is too long is refused already. Cutting it could halve a letter.
  const name = row.given.name.length > LONGEST_NAME ? '' : row.given.name;
  return { type, productId: productId ?? '', holderId: toId('holder', row.holder.id), amount, name };
}

/** The check of a row after the rows before it took their money and their places in the monthly quota. */
const afterOthers = (weighed: Weighed, spent: { amount: bigint; cards: number }): Weighed => ({
  ...weighed,
  used: weighed.used + (weighed.counts ? spent.cards : 0),
  available: usd(weighed.available - spent.amount),
});

function sumOf({ type, productId = '' }: GivenFile, rows: PreviewedRow[]): ImportPreviewed['allowed'] {
  const sum = (of: 'amount' | 'fee' | 'total') => usd(rows.reduce((all, row) => all + (row[of] ?? 0n), 0n));
  const facts = rows.map(({ given, holder, card, amount, total }) =>
    [given.number, holder?.id, card?.id, given.name, amount, total].join('\t'),
  );
  const digest = createHash('sha256')
    .update([`${type}\t${productId}`, ...facts].join('\n'))
    .digest('hex');
  return { rows, amount: sum('amount'), fee: sum('fee'), total: sum('total'), digest };
}

/** The preview as pages show it. Text that may be a card's number is not repeated. */
export function toShownPreview({ rows, allowed }: ImportPreviewed) {
  const shown = (text: string) => (holdsCardNumber(text) ? '' : text);
  const orNull = (amount: Usd | undefined) => (amount === undefined ? null : formatUsd(amount));
  return {
    rows: rows.map(({ given, holder, card, amount, fee, total, reasons }) => ({
      number: given.number,
      given: shown(given.card === '' ? given.cardholder : given.card),
      holderName: holder?.name ?? card?.holder_name ?? '',
      card: card === undefined ? null : { id: toId('card', card.id), name: card.name, last4: card.last4 },
      name: shown(given.name),
      amount: amount === undefined ? shown(given.amount) : formatUsd(amount),
      fee: orNull(fee),
      total: orNull(total),
      reasons: reasons.map(toReason),
    })),
    allowed: {
      rows: allowed.rows.length,
      amount: formatUsd(allowed.amount),
      fee: formatUsd(allowed.fee),
      total: formatUsd(allowed.total),
      digest: allowed.digest,
    },
  };
}
