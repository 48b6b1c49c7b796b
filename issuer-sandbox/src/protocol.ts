// The requests of the protocol, as docs/issuer-protocol.md describes them. The database writes the answers, in the
// commit of the effect.
import { type Static, Type } from 'typebox';

const Reference = Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' });
const Token = Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' });

/** Any text that a database can store. */
const Text = Type.String({ pattern: '^[^\\u0000]{1,256}$' });

/** Dollars with exactly two decimals, above zero, at most ten digits before the point. */
const Usd = Type.String({ pattern: '^(?!0+\\.00$)\\d{1,10}\\.\\d{2}$' });

/** USDT with up to six decimals, above zero. */
const Usdt = Type.String({ pattern: '^(?!0+(\\.0+)?$)\\d{1,10}(\\.\\d{1,6})?$' });

const oneOf = <Name extends string>(names: readonly Name[]) => Type.Union(names.map((name) => Type.Literal(name)));

const strict = { additionalProperties: false };

const envelope = {
  reference: Reference,
  product: Text,
  currency: Type.Literal('USD'),
  name: Type.Optional(Text),
};
const order = { ...envelope, amount: Usd };

/** An action on a card costs nothing. */
const action = { ...envelope, amount: Type.Literal('0.00'), card: Token };

const Limit = Type.Union([Usd, Type.Null()]);
const Limits = Type.Object({ perTransaction: Limit, perDay: Limit, perMonth: Limit }, strict);

export const NewOrder = Type.Union([
  Type.Object({ ...order, kind: Type.Literal('issue'), holder: Token }, strict),
  Type.Object({ ...order, kind: Type.Literal('topup'), card: Token }, strict),
  Type.Object({ ...order, kind: Type.Literal('service'), recipient: Text }, strict),
  Type.Object({ ...action, kind: oneOf(['freeze', 'unfreeze', 'close']) }, strict),
  Type.Object({ ...action, kind: Type.Literal('limits'), limits: Limits }, strict),
]);
export type NewOrder = Static<typeof NewOrder>;

export const NewHolder = Type.Object(
  {
    reference: Reference,
    name: Text,
    email: Text,
    kind: oneOf(['individual', 'corporate']),
  },
  strict,
);
export type NewHolder = Static<typeof NewHolder>;

export const NewDeposit = Type.Object({ reference: Reference, amount: Usd }, strict);
export type NewDeposit = Static<typeof NewDeposit>;

export const ByReference = Type.Object({ reference: Reference }, strict);
export const ByToken = Type.Object({ token: Token }, strict);

const Moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]{5,16}(Z|[+-]\\d\\d:\\d\\d)$' });

export const NewTransfer = Type.Object(
  { id: Type.Optional(Reference), amount: Usdt, occurredAt: Type.Optional(Moment) },
  strict,
);

/** Whether a transaction debits the card (negative) or credits it. */
export const transactionSigns = { purchase: -1n, withdrawal: -1n, fee: -1n, refund: 1n, reversal: 1n } as const;

export const NewTransaction = Type.Object(
  {
    type: oneOf(Object.keys(transactionSigns) as (keyof typeof transactionSigns)[]),
    amount: Usd,
    merchant: Text,
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
    description: Type.Optional(Text),
    status: Type.Optional(oneOf(['pending', 'settled', 'declined', 'reversed'])),
    reference: Type.Optional(Reference),
    occurredAt: Type.Optional(Moment),
    once: Type.Optional(Type.Boolean()),
  },
  strict,
);

/** A year: longer than any timer of ours. */
const LONGEST_ADVANCE_SECONDS = 366 * 86_400;

/** Further than anybody needs, and within the range of an interval. */
const FURTHEST_AHEAD_SECONDS = 100 * LONGEST_ADVANCE_SECONDS;

/** How far an account's time moves, or how far ahead it is to be; the latter is idempotent. */
export const Advance = Type.Union([
  Type.Object({ seconds: Type.Integer({ minimum: 1, maximum: LONGEST_ADVANCE_SECONDS }) }, strict),
  Type.Object({ aheadSeconds: Type.Integer({ minimum: 0, maximum: FURTHEST_AHEAD_SECONDS }) }, strict),
]);
/** A page of a listing. */
export const PageQuery = Type.Object(
  {
    after: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
    limit: Type.Optional(Type.String({ pattern: '^\\d{1,4}$' })),
  },
  strict,
);
export const ByAccount = Type.Object({ account: Reference }, strict);

const WholeNumber = Type.String({ pattern: '^\\d{1,15}$' });
export const RequestsQuery = Type.Object(
  { reference: Type.Optional(Reference), after: Type.Optional(WholeNumber), limit: Type.Optional(WholeNumber) },
  strict,
);
export const CountsQuery = Type.Object(
  {
    reference: Type.Optional(Reference),
    atLeast: Type.Optional(WholeNumber),
    after: Type.Optional(Type.String({ maxLength: 128 })),
    limit: Type.Optional(WholeNumber),
  },
  strict,
);
