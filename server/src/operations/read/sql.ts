// The statements of operations.

import { isContradiction } from '../../cards/cards/sql.ts';
import { orderTypes } from '../../cards/products/kinds.ts';
import type { Usd } from '../../foundation/money/usd.ts';
import type { Scope } from '../../foundation/scope.ts';
import { cardActions } from '../../issuer/answers.ts';
import { inScope, type Queryable, type Tx } from '../../platform/db/db.ts';
import {
  type Filter,
  type Filters,
  type PageRequest,
  readShownPage,
  type Shown,
  type ShownList,
} from '../../platform/db/lists.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Witness } from '../../platform/fence/witnesses.ts';

/** Operations to send, as a kind of background work. */
export const OPERATION_WORK = 'operation';

export const operationTypes = [...orderTypes, ...cardActions] as const;
export const operationStatuses = ['queued', 'processing', 'completed', 'failed', 'manual_review'] as const;

export type OperationType = (typeof operationTypes)[number];

export type OperationRow = {
  id: string;
  type: OperationType;
  status: (typeof operationStatuses)[number];
  amount: Usd;
  fee: Usd;
  card_id: string | null;
  receipt: string;
  failure_code: string;
  failure_message: string;
  review_reason: string;
  review_opened_at: Date | null;
  review_checked_at: Date | null;
  review_next_at: Date | null;
  created_at: Date;
};

export type OperationFilter = {
  type?: string;
  status?: string;
  cardId?: string;
  holderId?: string;
  productId?: string;
};

const TEXT = sql`operation_text(p.whole, shown_id('op', p.id), shown_id('card', (p.whole).card_id))`;

const list: ShownList = { table: 'operations', time: 'created_at', text: TEXT };

/** The index by holder names the product before the type. */
const PRODUCTS = { column: 'product_id', each: sql`select id from products` };

/** A page of operations, newest first. */
export async function listOperations(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
  filter: OperationFilter,
): Promise<Shown[]> {
  if (filter.cardId !== undefined || filter.holderId !== undefined || filter.productId !== undefined)
    return (await isContradiction(tx, scope, filter)) ? [] : readShownPage(tx, scope, list, page, ...partsOf(filter));
  return readShownPage(tx, scope, list, page, {
    oneOf: [
      { column: 'type', wanted: filter.type, values: operationTypes },
      { column: 'status', wanted: filter.status, values: operationStatuses },
    ],
  });
}

/**
 * The parts of a list by ids. Decided operations have an index for each kind of id. Undecided ones are few, because the
 * backlog is bounded, and are found by type and status.
 */
function partsOf({ cardId, holderId, productId, type, status }: OperationFilter): Filters[] {
  const exact = [
    ...(cardId === undefined ? [] : [{ column: 'card_id', value: cardId }]),
    ...(holderId === undefined ? [] : [{ column: 'holder_id', value: holderId }]),
    ...(productId === undefined ? [] : [{ column: 'product_id', value: productId }]),
  ];
  const isByHolder = holderId !== undefined && cardId === undefined && productId === undefined;
  const ofType = { column: 'type', wanted: type, values: operationTypes };
  const among = (isDecided: boolean) => ({
    column: 'status',
    wanted: undefined,
    values: operationStatuses.filter((each) => isFinal(each) === isDecided && (status ?? each) === each),
  });
  return [
    {
      exact,
      oneOf: [...(isByHolder ? [PRODUCTS] : []), ofType, among(true)],
      covered: sql`t.status in ('completed', 'failed')`,
    },
    { exact, oneOf: [ofType, among(false)] },
  ];
}

/** What a search found; no card belongs to one of the cardholders. */
export type FoundNames = { cards: readonly string[]; holders: readonly string[]; recipients: readonly string[] };

/** A page of the operations on found cards, for found cardholders and for found recipients. */
export async function listOperationsOf(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
  { found, type, status }: Pick<OperationFilter, 'type' | 'status'> & { found: FoundNames },
): Promise<Shown[]> {
  const { cards, holders, recipients } = found;
  const ofType = { column: 'type', wanted: type, values: operationTypes };
  const among = (isDecided: boolean): Filter => {
    const wanted = operationStatuses.filter((each) => isFinal(each) === isDecided && (status ?? each) === each);
    return { column: 'status', each: sql`select unnest(${wanted}::text[])` };
  };
  const decided = (column: string, values: Sql, covered: Sql, ...between: readonly Filter[]): Filters => ({
    oneOf: [{ column, each: values }, ...between, ofType, among(true)],
    covered: sql`t.status in ('completed', 'failed') and ${covered}`,
  });
  return readShownPage(
    tx,
    scope,
    list,
    page,
    decided('card_id', sql`select unnest(${cards}::uuid[])`, sql`t.card_id is not null`),
    decided('holder_id', sql`select unnest(${holders}::uuid[])`, sql`t.holder_id is not null`, PRODUCTS),
    decided('recipient', sql`select unnest(${recipients}::text[])`, sql`t.recipient <> ''`),
    {
      oneOf: [ofType, among(false)],
      covered: sql`(t.card_id = any (${cards}::uuid[]) or t.holder_id = any (${holders}::uuid[])
        or t.recipient = any (${recipients}::text[]))`,
    },
  );
}

/** Whether a status is final: the operation is decided. */
export const isFinal = (status: OperationRow['status']): boolean => status === 'completed' || status === 'failed';

/** One operation of this company and environment. */
export async function findOperation(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<{ text: string; status: OperationRow['status'] } | undefined> {
  const [row] = await tx.query<{ text: string; status: OperationRow['status'] }>(sql`
    select p.status, ${TEXT} as text
      from (select o as whole, o.id, o.status from operations o where ${inScope(scope, 'o')} and o.id = ${id}) p`);
  return row;
}

/** Selects the ids of those operations, of any companies, that are decided or in review. */
export const changedOperations = (all: readonly { scope: Scope; id: string }[]): Sql => sql`
  select id from find_changed_operations(${all.map(({ scope }) => scope.companyId)}::uuid[],
                                         ${all.map(({ scope }) => scope.environment)}::environment[],
                                         ${all.map(({ id }) => id)}::uuid[]) as id`;

/** How many acknowledged operations are missing, or not settled any more. */
export async function countMissing(db: Queryable, witnesses: readonly Witness[]): Promise<number> {
  const [row] = await db.query<{ missing: number }>(sql`
    select count_missing(${witnesses.map(({ companyId }) => companyId)}::uuid[],
                         ${witnesses.map(({ environment }) => environment)}::environment[],
                         ${witnesses.map(({ id }) => id)}::uuid[],
                         ${witnesses.map(({ wasSettled }) => wasSettled)}::boolean[]) as missing`);
  return row?.missing ?? witnesses.length;
}
