// What a company's books hold, for operators: operations, cards and invoices, each with the names in it.
import type { Static } from 'typebox';
import type { Card } from '../../cards/cards/routes.ts';
import { type CardFilter, findCard, listCards } from '../../cards/cards/sql.ts';
import { type Names, readNames } from '../../cards/names/read.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { FundingInvoice } from '../../funding/invoices/routes.ts';
import { listInvoices, showInvoice } from '../../funding/invoices/sql.ts';
import type { Operation } from '../../operations/read/routes.ts';
import { findOperation, listOperations, type OperationFilter } from '../../operations/read/sql.ts';
import type { Db } from '../../platform/db/db.ts';
import type { PageRequest, Shown } from '../../platform/db/lists.ts';
import { readProductNames } from './sql.ts';

type NamedCard = Names['cards'][number];

/** A row with its position in the list. */
type At<Row> = { id: string; at: Date; row: Row };

export type OperationOfBook = {
  operation: Static<typeof Operation>;
  card: NamedCard | undefined;
  holder: Names['holders'][number] | undefined;
  product: string;
};

/** A page of a company's operations, newest first. */
export async function readOperations(
  db: Db,
  scope: Scope,
  page: PageRequest,
  filter: OperationFilter,
): Promise<At<OperationOfBook>[]> {
  const rows = await db.read(scope, (tx) => listOperations(tx, scope, page, filter));
  return withNames(db, scope, parse<Static<typeof Operation>>(rows));
}

/** One operation with its names. */
export async function readOperation(db: Db, scope: Scope, id: string): Promise<OperationOfBook | undefined> {
  const found = await db.read(scope, (tx) => findOperation(tx, scope, id));
  if (found === undefined) return undefined;
  const row = JSON.parse(found.text) as Static<typeof Operation>;
  const [named] = await withNames(db, scope, [{ id, at: new Date(row.createdAt), row }]);
  return named?.row;
}

export type CardOfBook = {
  card: Static<typeof Card>;
  holder: Names['holders'][number] | undefined;
  product: string;
};

/** A page of a company's cards, newest first. */
export async function readCards(
  db: Db,
  scope: Scope,
  page: PageRequest,
  filter: CardFilter,
): Promise<At<CardOfBook>[]> {
  const rows = await db.read(scope, (tx) => listCards(tx, scope, page, filter));
  return withHolders(db, scope, parse<Static<typeof Card>>(rows));
}

/** One card with its names. */
export async function readCard(db: Db, scope: Scope, id: string): Promise<CardOfBook | undefined> {
  const text = await db.read(scope, (tx) => findCard(tx, scope, id));
  if (text === undefined) return undefined;
  const row = JSON.parse(text) as Static<typeof Card>;
  const [named] = await withHolders(db, scope, [{ id, at: new Date(row.createdAt), row }]);
  return named?.row;
}

/** A page of a company's invoices, newest first. */
export async function readInvoices(
  db: Db,
  scope: Scope,
  page: PageRequest,
): Promise<At<Static<typeof FundingInvoice>>[]> {
  return parse(await db.read(scope, (tx) => listInvoices(tx, scope, page, {})));
}

/** One invoice. */
export async function readInvoice(
  db: Db,
  scope: Scope,
  id: string,
): Promise<Static<typeof FundingInvoice> | undefined> {
  const found = await db.read(scope, (tx) => showInvoice(tx, scope, id));
  return found && (JSON.parse(found.text) as Static<typeof FundingInvoice>);
}

const parse = <Row>(rows: readonly Shown[]): At<Row>[] =>
  rows.map(({ id, at, text }) => ({ id, at, row: JSON.parse(text) as Row }));

async function withNames(
  db: Db,
  scope: Scope,
  rows: readonly At<Static<typeof Operation>>[],
): Promise<At<OperationOfBook>[]> {
  const [names, products] = await Promise.all([
    readNames(db, scope, {
      cards: rows.map(({ row }) => row.cardId).filter((id) => id !== ''),
      holders: rows.map(({ row }) => row.holderId).filter((id) => id !== ''),
    }),
    db.read(scope, readProductNames),
  ]);
  return rows.map(({ row, ...rest }) => {
    const card = names.cards.find(({ id }) => id === row.cardId);
    const holder = names.holders.find(({ id }) => id === row.holderId) ?? card?.holder;
    return { ...rest, row: { operation: row, card, holder, product: products.get(row.productId) ?? '' } };
  });
}

async function withHolders(db: Db, scope: Scope, rows: readonly At<Static<typeof Card>>[]): Promise<At<CardOfBook>[]> {
  const [names, products] = await Promise.all([
    readNames(db, scope, { cards: [], holders: rows.map(({ row }) => row.holderId) }),
    db.read(scope, readProductNames),
  ]);
  return rows.map(({ row, ...rest }) => {
    const holder = names.holders.find(({ id }) => id === row.holderId);
    return { ...rest, row: { card: row, holder, product: products.get(row.productId) ?? '' } };
  });
}
