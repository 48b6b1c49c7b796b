// Interprets an issuer's responses. A response that does not match the protocol exactly is unknown, never done.
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isCardNumber } from '../foundation/card-numbers.ts';
import { maskCardNumbers } from '../foundation/mask.ts';
import { formatUsd, parseUsd, signedUsd, type Usd } from '../foundation/money/usd.ts';
import type { Exchange } from './exchange.ts';
import { parseJson } from './json.ts';

/** The orders that change a card without paying for anything. An issuer of protocol 1.0 does not know them. */
export const cardActions = ['freeze', 'unfreeze', 'close', 'limits'] as const;
export type CardAction = (typeof cardActions)[number];

export type OrderKind = 'issue' | 'topup' | 'service' | CardAction;

/** Whether a kind of order is an action on a card. */
export const isCardAction = (kind: OrderKind): kind is CardAction => cardActions.some((each) => each === kind);

/** A card's spending limits: dollars with two decimals, or null for none. */
export type Limits = { perTransaction: string | null; perDay: string | null; perMonth: string | null };

/** The issuer's name of a card. Neither side knows the card's number. */
export type IssuedCard = { token: string; last4: string };

export type Unknown = { kind: 'unknown'; reason: string };
export type NeverConnected = { kind: 'never_connected'; reason: string };
/** The claim was too old: nothing left this process. */
type Late = { kind: 'late'; reason: string };
/** Work was stopped: nothing left this process. */
export type Stopped = { kind: 'stopped'; reason: string };
export type Absent = { kind: 'absent' };
type Pending = { kind: 'pending' };

/**
 * A done order has its card, unless it is for a service. The balance is the card's, if the issuer reported it. A done
 * close has the money that went from the card back to the account.
 */
type Done = { kind: 'done'; receipt: string; card?: IssuedCard; balance?: Usd; returned?: Usd };
export type Rejected = { kind: 'rejected'; code: string; message: string };

/** The outcome of an order that was sent. */
export type Outcome = Done | Rejected | Unknown | NeverConnected | Late | Stopped;

/** The result of reading an order. */
export type Found = Done | Rejected | Absent | Pending | Unknown;

type Registered = { kind: 'registered'; token: string; status: 'pending' | 'active' | 'blocked' | 'rejected' };

/** The outcome of a registration that was sent. */
export type HolderOutcome = Registered | Unknown | NeverConnected;

/** The result of reading a holder. */
export type HolderFound = Registered | Absent | Unknown;

/** The outcome of an action that only a simulated issuer offers. An unknown one may be repeated. */
export type Simulated = { kind: 'done' } | { kind: 'refused'; reason: string } | Unknown;

/** The values that a response about an order must repeat. An order on a card must name that card. */
export type Expected = { kind: OrderKind; amount: bigint; cardToken?: string; limits?: Limits };

/** A name that we store and send back; longer than any known one. */
const Token = Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' });

/** Issuer text that we store and show: of limited length and without control characters. */
const words = (longest: number) => Type.String({ pattern: `^[^\\u0000-\\u001f\\u007f]{1,${longest}}$` });

/** Why something was rejected. The rejection is definite, whatever its text. */
export const RejectionShape = Type.Object({ code: Type.String(), message: Type.String() });

/** The length of the columns, and more than a screen shows. */
const LONGEST_CODE = 64;
const LONGEST_MESSAGE = 500;

const Limit = Type.Union([Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{2}$' }), Type.Null()]);

/** A card's limits on the wire: all three always present. */
export const LimitsShape = Type.Object({ perTransaction: Limit, perDay: Limit, perMonth: Limit });

const OrderShape = Type.Object({
  reference: Type.String(),
  status: Type.String(),
  kind: Type.String(),
  amount: Type.String(),
  currency: Type.String(),
  receipt: Type.Optional(words(128)),
  card: Type.Optional(Type.Object({ token: Token, last4: Type.String({ pattern: '^[0-9]{4}$' }) })),
  balance: Type.Optional(Type.String({ pattern: '^-?[0-9]{1,12}\\.[0-9]{2}$' })),
  returned: Type.Optional(Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{2}$' })),
  limits: Type.Optional(LimitsShape),
  rejection: Type.Optional(RejectionShape),
});
type OrderAnswer = Static<typeof OrderShape>;

const HolderShape = Type.Object({
  reference: Type.String(),
  token: Token,
  status: Type.Union([
    Type.Literal('pending'),
    Type.Literal('active'),
    Type.Literal('blocked'),
    Type.Literal('rejected'),
  ]),
});

const orderShape = Compile(OrderShape);
const holderShape = Compile(HolderShape);
const simulatedShape = Compile(Type.Object({ reference: Type.String() }));
const clockShape = Compile(Type.Object({ aheadSeconds: Type.Number() }));
const absentShape = Compile(Type.Object({ status: Type.Literal('absent') }));

/** Reads the response to an order. Only done and rejected are definite. */
export function readOutcome(exchange: Exchange, reference: string, expected: Expected): Outcome {
  if (exchange.kind !== 'answered') return exchange;
  if (exchange.status !== 200) return unknown(`HTTP status ${exchange.status}`);
  const said = readOrder(exchange.body, reference, expected);
  return said.kind === 'pending' ? unknown('the answer is not final') : said;
}

/** Reads the response to a query about an order. */
export function readFound(exchange: Exchange, reference: string, expected: Expected): Found {
  return readRead(exchange, (body) => readOrder(body, reference, expected));
}

/** Reads the response to the registration of a holder. */
export function readHolderOutcome(exchange: Exchange, reference: string): HolderOutcome {
  if (exchange.kind === 'never_connected') return exchange;
  if (exchange.kind !== 'answered') return unknown(exchange.reason);
  return exchange.status === 200 ? readHolder(exchange.body, reference) : unknown(`HTTP status ${exchange.status}`);
}

/** Reads the response to a query about a registration. */
export function readHolderFound(exchange: Exchange, reference: string): HolderFound {
  return readRead(exchange, (body) => readHolder(body, reference));
}

/** Reads the response to a simulated payment. */
export function readSimulated(exchange: Exchange, reference: string): Simulated {
  return readSimulation(exchange, (answer) => simulatedShape.Check(answer) && answer.reference === reference);
}

/** Reads the response to setting a clock: it is there, or further ahead. */
export function readClock(exchange: Exchange, aheadSeconds: number): Simulated {
  return readSimulation(exchange, (answer) => clockShape.Check(answer) && answer.aheadSeconds >= aheadSeconds);
}

/** Permanent refusals of a simulated issuer. */
const REFUSED = [400, 404, 409];

function readSimulation(exchange: Exchange, fits: (answer: unknown) => boolean): Simulated {
  if (exchange.kind !== 'answered') return unknown(exchange.reason);
  const status = `HTTP status ${exchange.status}`;
  if (REFUSED.includes(exchange.status)) return { kind: 'refused', reason: status };
  if (exchange.status !== 200) return unknown(status);
  return fits(parseJson(exchange.body)) ? { kind: 'done' } : unknown('the answer does not fit the protocol');
}

/**
 * A read that did not connect is equivalent to one without a response. A 404 counts only with the protocol's own body.
 */
export function readRead<Answer>(exchange: Exchange, read: (body: Buffer) => Answer): Answer | Absent | Unknown {
  if (exchange.kind !== 'answered') return unknown(exchange.reason);
  if (exchange.status === 404 && absentShape.Check(parseJson(exchange.body))) return { kind: 'absent' };
  return exchange.status === 200 ? read(exchange.body) : unknown(`HTTP status ${exchange.status}`);
}

function readOrder(body: Buffer, reference: string, expected: Expected): Done | Rejected | Pending | Unknown {
  const answer = parseJson(body);
  if (!orderShape.Check(answer)) return unknown('the answer does not fit the protocol');
  if (answer.reference !== reference) return unknown('the answer is about another reference');
  if (answer.kind !== expected.kind) return unknown('the answer is about another kind of order');
  if (answer.amount !== formatUsd(expected.amount) || answer.currency !== 'USD') {
    return unknown('the answer is about another amount');
  }
  if (answer.status === 'done') return readDone(answer, expected);
  if (answer.status === 'pending') return { kind: 'pending' };
  if (answer.status !== 'rejected') return unknown('the answer has a status that we do not know');
  if (answer.rejection === undefined) return unknown('the rejection has no reason');
  return toRejected(answer.rejection);
}

/** A rejection whose text can be stored and shown: of limited length, without control characters and card numbers. */
export const toRejected = ({ code, message }: Static<typeof RejectionShape>): Rejected => ({
  kind: 'rejected',
  code: toWords(code, LONGEST_CODE) || 'rejected',
  message: toWords(message, LONGEST_MESSAGE) || 'The issuer rejected it.',
});

const toWords = (text: string, longest: number): string =>
  maskCardNumbers(text.replaceAll(/\p{Cc}+/gu, ' '))
    .slice(0, longest)
    .toWellFormed(); // the cut may have split a character

function readDone(answer: OrderAnswer, expected: Expected): Done | Unknown {
  const { receipt, card, balance } = answer;
  const { kind } = expected;
  if (receipt === undefined) return unknown('the answer has no receipt');
  const done: Done = { kind: 'done', receipt: maskCardNumbers(receipt) };
  if (kind === 'service') return done;
  if (card === undefined) return unknown('the answer has no card');
  if (isCardNumber(card.token)) return unknown('the answer has a card number in place of a token');
  if (kind !== 'issue' && card.token !== expected.cardToken) return unknown('the answer is about another card');
  if (kind === 'limits' && !areSame(answer.limits, expected.limits)) return unknown('the answer has other limits');
  const returned = kind === 'close' ? parseUsd(answer.returned ?? '') : undefined;
  if (kind === 'close' && returned === undefined) return unknown('the answer does not say what was returned');
  const cents = balance === undefined ? undefined : signedUsd(balance);
  return {
    ...done,
    card: { token: card.token, last4: card.last4 },
    ...(cents === undefined ? {} : { balance: cents }),
    ...(returned === undefined ? {} : { returned }),
  };
}

const areSame = (said: Limits | undefined, asked: Limits | undefined): boolean =>
  said !== undefined &&
  said.perTransaction === asked?.perTransaction &&
  said.perDay === asked.perDay &&
  said.perMonth === asked.perMonth;

function readHolder(body: Buffer, reference: string): Registered | Unknown {
  const answer = parseJson(body);
  if (!holderShape.Check(answer)) return unknown('the answer does not fit the protocol');
  if (answer.reference !== reference) return unknown('the answer is about another reference');
  return { kind: 'registered', token: answer.token, status: answer.status };
}

/** A response that proves nothing, and why. */
export const unknown = (reason: string): Unknown => ({ kind: 'unknown', reason });
