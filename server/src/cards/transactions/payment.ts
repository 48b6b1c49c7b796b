// Parses an issuer's report of a card payment. A report that does not match the protocol exactly is refused.
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isCardNumber } from '../../foundation/card-numbers.ts';
import { maskCardNumbers } from '../../foundation/mask.ts';
import { LARGEST_USD, parseUsd, signedUsd, type Usd, usd } from '../../foundation/money/usd.ts';
import {
  type DeclineReason,
  declineReasons,
  type TransactionStatus,
  type TransactionType,
  transactionStatuses,
  transactionTypes,
} from './sql.ts';

/** Longer than any known merchant's name or description. */
const LONGEST_WORDS = 256;

/** Issuer text that we store and show: of limited length and without control characters. */
const Words = Type.String({ pattern: `^[^\\u0000-\\u001f\\u007f]{0,${LONGEST_WORDS}}$` });

/** An issuer's name for something: visible characters only. */
const Name = Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' });

const paymentShape = Compile(
  Type.Object({
    reference: Name,
    card: Name,
    type: Type.Union(transactionTypes.map((type) => Type.Literal(type))),
    status: Type.Union(transactionStatuses.map((status) => Type.Literal(status))),
    amount: Type.String({ pattern: '^-?[0-9]{1,12}\\.[0-9]{2}$' }),
    currency: Type.Literal('USD'),
    merchant: Words,
    country: Type.String({ pattern: '^([A-Z]{2})?$' }),
    description: Type.Optional(Words),
    declineReason: Type.Optional(Type.Union(declineReasons.map((reason) => Type.Literal(reason)))),
    // Money that came to a closed card and went on to the account.
    returned: Type.Optional(Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{2}$' })),
    // From 1970 on: an earlier date is a mistake, and a year of fewer than four digits could not even be stored.
    occurredAt: Type.String({
      pattern: '^(19[7-9]\\d|2\\d{3})-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z$',
    }),
  }),
);

/** Money that leaves the card is negative, money that comes back is positive. */
const signs: Readonly<Record<TransactionType, 1n | -1n>> = {
  purchase: -1n,
  withdrawal: -1n,
  fee: -1n,
  refund: 1n,
  reversal: 1n,
};

/** A payment in an issuer's report, in the form in which we store it. */
export type Payment = {
  /** The issuer's token of the card. */
  token: string;
  /** The issuer's reference as stored. */
  reference: string;
  /** The reference as received, which is never stored. */
  ownReference: string;
  type: TransactionType;
  status: TransactionStatus;
  amount: Usd;
  currency: string;
  merchant: string;
  country: string;
  description: string;
  /** Empty unless it was declined. */
  declineReason: DeclineReason;
  /** What the issuer returned to the account, because the card is closed. */
  returned?: Usd;
  occurredAt: Date;
};

/** The payment that a notification reports, or undefined when it does not match the protocol. */
export function readPayment(data: unknown): Payment | undefined {
  if (!paymentShape.Check(data)) return undefined;
  const { reference, card, type, amount: written, merchant, description = '', declineReason = '' } = data;
  const amount = signedUsd(written);
  const returned = data.returned === undefined ? undefined : parseUsd(data.returned);
  const occurredAt = instantOf(data.occurredAt);
  if (amount === undefined || amount * signs[type] <= 0n || amount * signs[type] > LARGEST_USD) return undefined;
  if (data.returned !== undefined && (returned === undefined || returned === 0n || returned > amount * signs[type])) {
    return undefined; // a payment returns no more than it brought
  }
  if (declineReason !== '' && data.status !== 'declined') return undefined;
  if (occurredAt === undefined || isCardNumber(card)) return undefined; // a card number is not a token
  if (!merchant.isWellFormed() || !description.isWellFormed()) return undefined; // half a character cannot be stored
  return {
    token: card,
    reference: keptReference(reference),
    ownReference: reference,
    type,
    status: data.status,
    amount,
    currency: data.currency,
    merchant: maskCardNumbers(merchant),
    country: data.country,
    description: maskCardNumbers(description),
    declineReason: data.status === 'declined' ? declineReason || 'issuer_declined' : '',
    ...(returned === undefined ? {} : { returned }),
    occurredAt,
  };
}

/** An amount with the sign of its type: negative where it leaves the card. */
export const signedAmount = (type: TransactionType, amount: Usd): Usd => usd(signs[type] * amount);

/** Long enough that two references of one company never collide by chance. */
const FINGERPRINT_LETTERS = 16;

/**
 * A reference as stored. Anything like a card number in it is masked. Two masked references may then look the same, and
 * a payment is known by its reference, so a fingerprint follows.
 */
export function keptReference(reference: string): string {
  const masked = maskCardNumbers(reference);
  if (masked === reference) return reference;
  const digest = createHash('sha256').update(`cardwright payment ${reference}`).digest('hex');
  return `${masked}~${digest.slice(0, FINGERPRINT_LETTERS)}`;
}

/** The instant in a text, if it is valid: the 30th of February would become the 2nd of March. */
function instantOf(text: string): Date | undefined {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return undefined;
  return moment.toISOString().slice(0, 19) === text.slice(0, 19) ? moment : undefined;
}
