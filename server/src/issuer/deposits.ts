// Interprets an issuer's responses about deposits. A response that does not match the protocol exactly is unknown, and
// an unknown deposit is never shown to anybody who could pay it.
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { formatUsd } from '../foundation/money/usd.ts';
import { parseUsdt, type Usdt } from '../foundation/money/usdt.ts';
import {
  type Absent,
  type NeverConnected,
  type Rejected,
  RejectionShape,
  readRead,
  type Stopped,
  toRejected,
  type Unknown,
  unknown,
} from './answers.ts';
import type { Exchange } from './exchange.ts';
import { parseJson } from './json.ts';
import { isTronAddress } from './tron.ts';

/** How far an exact amount may exceed the deposit, which tells payments apart: 1 USDT. */
const MOST_ABOVE = 1_000_000n;

/** More transfers than anybody makes for one invoice. A longer list is treated as unknown. */
const MOST_TRANSFERS = 100;

type Transfer = { id: string; amount: Usdt; occurredAt: Date };

/** A deposit that the issuer has opened, in its current status. */
export type Deposit = {
  kind: 'open';
  status: 'waiting' | 'paid' | 'mismatched' | 'expired';
  address: string;
  payAmount: Usdt;
  expiresAt: Date;
  transfers: Transfer[];
};

/** The outcome of a request for a deposit. */
export type DepositOutcome = Deposit | Rejected | Unknown | NeverConnected | Stopped;

/** The result of reading a deposit. */
export type DepositFound = Deposit | Rejected | Absent | Unknown;

const instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z$' });
const micros = Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{6}$' });

const openShape = Compile(
  Type.Object({
    reference: Type.String(),
    status: Type.Union([
      Type.Literal('waiting'),
      Type.Literal('paid'),
      Type.Literal('mismatched'),
      Type.Literal('expired'),
    ]),
    amount: Type.String(),
    address: Type.String(),
    payAmount: micros,
    asset: Type.Literal('USDT'),
    network: Type.Literal('TRON'),
    expiresAt: instant,
    transfers: Type.Array(
      Type.Object({ id: Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' }), amount: micros, occurredAt: instant }),
      { maxItems: MOST_TRANSFERS },
    ),
  }),
);
const rejectedShape = Compile(
  Type.Object({
    reference: Type.String(),
    status: Type.Literal('rejected'),
    amount: Type.String(),
    rejection: RejectionShape,
  }),
);

type Expected = { reference: string; amount: bigint };

/** Reads the response to a request for a deposit. Only an open deposit and a rejection are definite. */
export function readDepositOutcome(exchange: Exchange, expected: Expected): DepositOutcome {
  // Nothing left this process, as if no socket had connected.
  if (exchange.kind === 'late') return { ...exchange, kind: 'never_connected' };
  if (exchange.kind !== 'answered') return exchange;
  return exchange.status === 200 ? readDeposit(exchange.body, expected) : unknown(`HTTP status ${exchange.status}`);
}

/** Reads the response to a query about a deposit. */
export function readDepositFound(exchange: Exchange, expected: Expected): DepositFound {
  return readRead(exchange, (body) => readDeposit(body, expected));
}

/** Reads a deposit in the issuer's format, from a response or a notification. */
export function readDeposit(body: Buffer, { reference, amount }: Expected): Deposit | Rejected | Unknown {
  const said = parseJson(body);
  if (rejectedShape.Check(said)) {
    if (said.reference !== reference) return unknown('the answer is about another reference');
    return toRejected(said.rejection);
  }
  if (!openShape.Check(said)) return unknown('the answer does not fit the protocol');
  if (said.reference !== reference) return unknown('the answer is about another reference');
  if (said.amount !== formatUsd(amount)) return unknown('the answer is about another amount');
  if (!isTronAddress(said.address)) return unknown('the answer has no TRON address');
  const payAmount = parseUsdt(said.payAmount);
  const expiresAt = new Date(said.expiresAt);
  const transfers = said.transfers.map(({ id, ...each }) => ({
    id,
    amount: parseUsdt(each.amount),
    occurredAt: new Date(each.occurredAt),
  }));
  const least = amount * 10_000n; // a cent has 10,000 millionths
  if (payAmount === undefined || payAmount < least || payAmount > least + MOST_ABOVE) {
    return unknown('the answer asks for an amount that is not the deposit');
  }
  if (![expiresAt, ...transfers.map(({ occurredAt }) => occurredAt)].every(isMoment)) {
    return unknown('the answer has a time that is none');
  }
  if (!transfers.every(isWhole) || new Set(transfers.map(({ id }) => id)).size !== transfers.length) {
    return unknown('the answer has a transfer that is none');
  }
  return { kind: 'open', status: said.status, address: said.address, payAmount, expiresAt, transfers };
}

const isMoment = (moment: Date) => !Number.isNaN(moment.getTime());

const isWhole = (transfer: Omit<Transfer, 'amount'> & { amount: Usdt | undefined }): transfer is Transfer =>
  transfer.amount !== undefined && transfer.amount > 0n;
