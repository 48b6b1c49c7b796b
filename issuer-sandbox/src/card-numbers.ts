// The numbers of simulated cards. They are computed when a page shows them, and exist nowhere else.
import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';

/** What a page shows of a card. */
export type CardDetails = { number: string; expiry: string; code: string };

/** The first eight digits of every simulated number, as in the test numbers of many payment services. */
const PREFIX = '42424242';

/** Every card expires in one of five years, all of them far ahead. */
const FIRST_EXPIRY_YEAR = 2040;

/** A secret of its own for card numbers, derived from the issuer's key. */
export const cardSecret = (key: KeyObject): Buffer =>
  Buffer.from(hkdfSync('sha256', key.export({ format: 'der', type: 'pkcs8' }), '', 'card numbers', 32));

/** The details of a card: always the same for a token, and unrelated to it without the secret. */
export function detailsOf(secret: Buffer, { token, last4 }: { token: string; last4: string }): CardDetails {
  const digest = createHmac('sha256', secret).update(token).digest();
  const digits = (at: number, count: number) => String(digest.readUInt32BE(at) % 10 ** count).padStart(count, '0');
  const middle = digits(0, 3);
  // Exactly one digit in this place makes the checksum right.
  const numbers = Array.from({ length: 10 }, (_, digit) => `${PREFIX}${middle}${digit}${last4}`);
  const month = 1 + (digest.readUInt32BE(4) % 12);
  const year = FIRST_EXPIRY_YEAR + (digest.readUInt32BE(8) % 5);
  return {
    number: numbers.find(isRight) ?? '',
    expiry: `${String(month).padStart(2, '0')}/${year % 100}`,
    code: digits(12, 3),
  };
}

/** The Luhn checksum: every second digit from the right is doubled, and its digits are added. */
function isRight(number: string): boolean {
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
