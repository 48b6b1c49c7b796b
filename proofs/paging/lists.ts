// The lists that clients page through, and every filter that they have.
import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Random } from '../harness/random.ts';

export type ListName = 'operations' | 'transactions' | 'cards' | 'holders' | 'invoices';

/** A filter: the parameter, which is also the field of a row, and its column. */
type Field = { parameter: string; column: string; values: readonly string[]; named?: Named };
type Named = 'card' | 'holder' | 'product';

export type PagedList = {
  name: ListName;
  path: string;
  time: 'created_at' | 'occurred_at';
  /** The field of a row that shows its time; cardholders have none. */
  shownTime: 'createdAt' | 'occurredAt' | undefined;
  named: 'operation' | 'transaction' | 'card' | 'holder' | 'invoice';
  /** Page size without a limit parameter. A short list is returned whole up to it, and pages by its Link header. */
  whole: number;
  isShort: boolean;
  fields: readonly Field[];
  range: { from: string; to: string } | undefined;
};

export const operationStatuses = ['queued', 'processing', 'completed', 'failed', 'manual_review'] as const;
export const operationTypes = ['issue', 'topup', 'service', 'freeze', 'unfreeze', 'close', 'limits'] as const;
export const transactionStatuses = ['pending', 'settled', 'declined', 'reversed'] as const;
export const transactionTypes = ['purchase', 'refund', 'reversal', 'withdrawal', 'fee'] as const;
export const cardStatuses = ['active', 'frozen', 'blocked', 'closed', 'expired'] as const;
export const holderKinds = ['individual', 'corporate'] as const;
export const holderStatuses = ['pending', 'active', 'blocked', 'rejected'] as const;
const invoiceStatuses = ['creating', 'pending', 'completed', 'expired', 'failed', 'manual_review'] as const;

/** Ids to filter by, as stored in the database, and what each card belongs to. */
export type Ids = {
  cards: readonly string[];
  holders: readonly string[];
  products: readonly string[];
  owners: ReadonlyMap<string, { holder_id: unknown; product_id: unknown }>;
};

const created = { from: 'createdFrom', to: 'createdTo' };
const field = (parameter: string, values: readonly string[], column = parameter): Field => ({
  parameter,
  column,
  values,
});

/** Filters by the ids of objects: the first two of each kind. */
const idFields = (ids: Ids, ...kinds: readonly Named[]): Field[] =>
  kinds.map((named) => ({ ...field(`${named}Id`, ids[`${named}s`].slice(0, 2), `${named}_id`), named }));

/** Number of external ids that a company's cardholders share. */
export const EXTERNAL_IDS = 5;

/** Every list with the values of its filters; where there are many ids, the first two. */
export const listsOf = (ids: Ids): PagedList[] => [
  {
    name: 'operations',
    path: '/api/v1/operations',
    time: 'created_at',
    shownTime: 'createdAt',
    named: 'operation',
    whole: 50,
    isShort: false,
    fields: [
      field('type', operationTypes),
      field('status', operationStatuses),
      ...idFields(ids, 'card', 'holder', 'product'),
    ],
    range: created,
  },
  {
    name: 'transactions',
    path: '/api/v1/transactions',
    time: 'occurred_at',
    shownTime: 'occurredAt',
    named: 'transaction',
    whole: 50,
    isShort: false,
    fields: [...idFields(ids, 'card', 'holder'), field('status', transactionStatuses), field('type', transactionTypes)],
    range: { from: 'occurredFrom', to: 'occurredTo' },
  },
  {
    name: 'cards',
    path: '/api/v1/cards',
    time: 'created_at',
    shownTime: 'createdAt',
    named: 'card',
    whole: 1_000,
    isShort: true,
    fields: [...idFields(ids, 'holder'), field('status', cardStatuses), ...idFields(ids, 'product')],
    range: undefined,
  },
  {
    name: 'holders',
    path: '/api/v1/holders',
    time: 'created_at',
    shownTime: undefined,
    named: 'holder',
    whole: 1_000,
    isShort: true,
    fields: [
      field('kind', holderKinds),
      field('status', holderStatuses),
      field('externalId', ['external-0', 'external-1'], 'external_id'),
    ],
    range: undefined,
  },
  {
    name: 'invoices',
    path: '/api/v1/card-account/invoices',
    time: 'created_at',
    shownTime: 'createdAt',
    named: 'invoice',
    whole: 50,
    isShort: false,
    fields: [field('status', invoiceStatuses)],
    range: created,
  },
];

/** The query of one walk. */
export type Filter = {
  /** The values by parameter, as stored in the database. */
  values: ReadonlyMap<Field, string>;
  range: 'none' | 'from' | 'to' | 'both';
};

/** Every combination of a list's filters, and of its range. */
export function filtersOf({ fields, range }: PagedList): Filter[] {
  let combinations: [Field, string][][] = [[]];
  for (const each of fields) {
    combinations = combinations.flatMap((some) => [
      some,
      ...each.values.map((value): [Field, string][] => [...some, [each, value]]),
    ]);
  }
  const ranges = range === undefined ? (['none'] as const) : (['none', 'from', 'to', 'both'] as const);
  return combinations.flatMap((some) => ranges.map((kind) => ({ values: new Map(some), range: kind })));
}

/** The value of a filter as a client sends it. */
export const shownValue = ({ named }: Field, value: string): string =>
  named === undefined ? value : toId(named, value);

/** A page size: mostly large, so that long lists end; sometimes the smallest, or the default. */
export function limitOf(random: Random): number | undefined {
  if (random.oneIn(8)) return undefined;
  return random.oneIn(6) ? random.pick([1, 2, 3]) : random.integer(20, 100);
}
