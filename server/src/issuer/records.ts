// The issuer's records, unchecked. Reconciliation needs the issuer's version whether or not it matches ours; only a
// malformed record is unknown.
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isCardNumber } from '../foundation/card-numbers.ts';
import { maskCardNumbers } from '../foundation/mask.ts';
import { parseUsd, signedUsd, type Usd } from '../foundation/money/usd.ts';
import { parseUsdt, type Usdt, usdt } from '../foundation/money/usdt.ts';
import { type Absent, type IssuedCard, type Limits, LimitsShape, readRead, type Unknown, unknown } from './answers.ts';
import type { Exchange } from './exchange.ts';
import { parseJson } from './json.ts';

/** An order in the issuer's records. It has a receipt and a card only when it is done. */
export type OrderRecord = {
  kind: 'order';
  status: 'done' | 'rejected' | 'pending';
  /** In the issuer's terms, such as `topup`. */
  type: string;
  amount: Usd;
  receipt: string;
  card?: IssuedCard;
};

/** A deposit in the issuer's records, with the sum of all transfers. */
export type DepositRecord = {
  kind: 'deposit';
  status: 'waiting' | 'paid' | 'mismatched' | 'expired' | 'rejected';
  amount: Usd;
  /** Undefined if the issuer never opened it. */
  payAmount: Usdt | undefined;
  received: Usdt;
};

/** A card in the issuer's records. */
export type CardRecord = {
  kind: 'card';
  last4: string;
  /** In the issuer's terms: `active`, `frozen` or `closed`. */
  status: string;
  balance: Usd;
  /** Undefined from an issuer of protocol 1.0. */
  limits: Limits | undefined;
};

const words = Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,128}$' });
const cents = Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{2}$' });
const micros = Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{6}$' });
const token = Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' });
const last4 = Type.String({ pattern: '^[0-9]{4}$' });
const oneOf = <Name extends string>(names: readonly Name[]) => Type.Union(names.map((name) => Type.Literal(name)));

const orderShape = Compile(
  Type.Object({
    reference: Type.String(),
    status: oneOf(['done', 'rejected', 'pending']),
    kind: Type.String({ pattern: '^[a-z_]{1,32}$' }),
    amount: cents,
    currency: Type.Literal('USD'),
    receipt: Type.Optional(words),
    card: Type.Optional(Type.Object({ token, last4 })),
  }),
);
const depositShape = Compile(
  Type.Object({
    reference: Type.String(),
    status: oneOf(['waiting', 'paid', 'mismatched', 'expired', 'rejected']),
    amount: cents,
    payAmount: Type.Optional(micros),
    transfers: Type.Optional(Type.Array(Type.Object({ amount: micros }))),
  }),
);
const cardShape = Compile(
  Type.Object({
    token,
    last4,
    status: Type.String({ pattern: '^[a-z_]{1,32}$' }),
    balance: Type.String({ pattern: '^-?[0-9]{1,12}\\.[0-9]{2}$' }),
    limits: Type.Optional(LimitsShape),
  }),
);

/** Reads the record of an order. */
export const readOrderRecord = (exchange: Exchange, reference: string): OrderRecord | Absent | Unknown =>
  readRead(exchange, (body) => {
    const said = parseJson(body);
    if (!orderShape.Check(said)) return unfit;
    if (said.reference !== reference) return another;
    const amount = parseUsd(said.amount);
    if (amount === undefined || (said.card !== undefined && isCardNumber(said.card.token))) return unfit;
    return {
      kind: 'order' as const,
      status: said.status,
      type: said.kind,
      amount,
      receipt: maskCardNumbers(said.receipt ?? ''),
      ...(said.card === undefined ? {} : { card: said.card }),
    };
  });

/** Reads the record of a deposit. */
export const readDepositRecord = (exchange: Exchange, reference: string): DepositRecord | Absent | Unknown =>
  readRead(exchange, (body) => {
    const said = parseJson(body);
    if (!depositShape.Check(said)) return unfit;
    if (said.reference !== reference) return another;
    const amount = parseUsd(said.amount);
    if (amount === undefined) return unfit;
    const received = (said.transfers ?? []).reduce((sum, each) => sum + (parseUsdt(each.amount) ?? 0n), 0n);
    const payAmount = said.payAmount === undefined ? undefined : parseUsdt(said.payAmount);
    return { kind: 'deposit' as const, status: said.status, amount, payAmount, received: usdt(received) };
  });

/** Reads the record of a card. */
export const readCardRecord = (exchange: Exchange, cardToken: string): CardRecord | Absent | Unknown =>
  readRead(exchange, (body) => {
    const said = parseJson(body);
    if (!cardShape.Check(said)) return unfit;
    if (said.token !== cardToken) return another;
    const balance = signedUsd(said.balance);
    if (balance === undefined) return unfit;
    return { kind: 'card' as const, last4: said.last4, status: said.status, balance, limits: said.limits };
  });

const unfit = unknown('the answer does not fit the protocol');
const another = unknown('the answer is about something else');
