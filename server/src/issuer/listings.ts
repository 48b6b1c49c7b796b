// Interprets an issuer's listings: everything that it knows of an account, page by page, in the order of creation.
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isCardNumber } from '../foundation/card-numbers.ts';
import { WorkStopped } from '../platform/work/stop.ts';
import { LimitsShape, RejectionShape, type Unknown, unknown } from './answers.ts';
import type { Exchange } from './exchange.ts';
import { parseJson } from './json.ts';
import type { openVersions } from './versions.ts';

const text = Type.String({ maxLength: 1_000 });
const token = Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' });
const last4 = Type.String({ pattern: '^[0-9]{4}$' });
const dollars = Type.String({ pattern: '^-?[0-9]{1,12}\\.[0-9]{2}$' });
const micros = Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{6}$' });
const instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z$' });

/** An order and what was asked for. `card` is the card of a done order, `cardToken` the card that was named. */
const ListedOrder = Type.Object({
  reference: text,
  status: text,
  kind: text,
  amount: dollars,
  currency: text,
  receipt: Type.Optional(text),
  card: Type.Optional(Type.Object({ token, last4 })),
  balance: Type.Optional(dollars),
  returned: Type.Optional(dollars),
  rejection: Type.Optional(RejectionShape),
  product: text,
  holder: Type.Optional(token),
  cardToken: Type.Optional(token),
  recipient: Type.Optional(text),
  name: Type.Optional(text),
  limits: Type.Optional(LimitsShape),
  createdAt: instant,
});
const ListedDeposit = Type.Object({
  reference: text,
  status: text,
  amount: dollars,
  address: Type.Optional(text),
  payAmount: Type.Optional(micros),
  asset: text,
  network: text,
  expiresAt: Type.Optional(instant),
  rejection: Type.Optional(RejectionShape),
  transfers: Type.Array(Type.Object({ id: token, amount: micros, occurredAt: instant })),
  createdAt: instant,
});
const ListedCard = Type.Object({
  token,
  last4,
  status: text,
  balance: dollars,
  limits: LimitsShape,
  holder: token,
  product: text,
  name: text,
  issuedBy: text,
  createdAt: instant,
});
const ListedHolder = Type.Object({
  reference: text,
  token,
  status: text,
  name: text,
  email: text,
  kind: text,
  createdAt: instant,
});
/** `returned` is the sum over all reports of the payment. */
const ListedPayment = Type.Object({
  reference: text,
  card: token,
  type: text,
  status: text,
  amount: dollars,
  currency: text,
  merchant: text,
  country: text,
  description: Type.Optional(text),
  occurredAt: instant,
  declineReason: Type.Optional(text),
  returned: Type.Optional(dollars),
});

export type ListedOrder = Static<typeof ListedOrder>;
export type ListedDeposit = Static<typeof ListedDeposit>;
export type ListedCard = Static<typeof ListedCard>;
export type ListedHolder = Static<typeof ListedHolder>;

/** A page of a listing. `unsupported`: an issuer of protocol 1.0 has none. */
export type Listed<Row> = { kind: 'listed'; data: Row[]; next: string | null } | { kind: 'unsupported' };

/** A page of one kind of object, as the issuer wrote it: amounts and times are text. */
export type Listings = {
  /** The account's orders, the oldest first. `after` is the `next` of the page before. */
  listOrders(account: string, after?: string): Promise<Listed<ListedOrder> | Unknown>;
  listDeposits(account: string, after?: string): Promise<Listed<ListedDeposit> | Unknown>;
  listCards(account: string, after?: string): Promise<Listed<ListedCard> | Unknown>;
  listHolders(account: string, after?: string): Promise<Listed<ListedHolder> | Unknown>;
  listPayments(account: string, after?: string): Promise<Listed<Static<typeof ListedPayment>> | Unknown>;
};

/** Rows of a page. The issuer may send fewer, so that a page has at most 64 KiB. */
const ROWS_PER_PAGE = 200;

/** Whether a text anywhere in a value is a card's number, which an issuer must never send. */
function hasCardNumber(value: unknown): boolean {
  if (typeof value === 'string') return isCardNumber(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasCardNumber);
}

/** The listings of an issuer, read with this function. */
export function listingsOf(
  read: (account: string, path: string) => Promise<Exchange>,
  whyUnsendable: ReturnType<typeof openVersions>,
): Listings {
  const list = <Row extends TSchema>(name: string, row: Row) => {
    const page = Compile(Type.Object({ data: Type.Array(row), next: Type.Union([token, Type.Null()]) }));
    return async (account: string, after?: string): Promise<Listed<Static<Row>> | Unknown> => {
      const unsendable = await whyUnsendable(account);
      if (unsendable?.kind === 'stopped') throw new WorkStopped(unsendable.reason);
      if (unsendable?.kind === 'rejected') return { kind: 'unsupported' };
      if (unsendable !== undefined) return unknown(unsendable.reason);
      const query = new URLSearchParams({ ...(after === undefined ? {} : { after }), limit: String(ROWS_PER_PAGE) });
      const exchange = await read(account, `/v1/${name}?${query.toString()}`);
      if (exchange.kind !== 'answered') return unknown(exchange.reason);
      if (exchange.status !== 200) return unknown(`HTTP status ${exchange.status}`);
      const said = parseJson(exchange.body);
      if (!page.Check(said)) return unknown('the answer does not fit the protocol');
      if (hasCardNumber(said)) return unknown('the answer has a card number');
      const { data, next } = said as { data: Static<Row>[]; next: string | null };
      return { kind: 'listed', data, next };
    };
  };
  return {
    listOrders: list('orders', ListedOrder),
    listDeposits: list('deposits', ListedDeposit),
    listCards: list('cards', ListedCard),
    listHolders: list('holders', ListedHolder),
    listPayments: list('payments', ListedPayment),
  };
}
