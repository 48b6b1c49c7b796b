// The codes of an authenticator app (RFC 6238), implemented independently of the library under test.
import { createHmac } from 'node:crypto';

const PERIOD_SECONDS = 30;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a totpURI at a time. */
export function codeOf(totpUri: string, at = Date.now()): string {
  const secret = new URL(totpUri).searchParams.get('secret') ?? '';
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 1_000 / PERIOD_SECONDS)));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** The app's next code, which is already valid. A code works once, so this is a second one for the same time. */
export const nextCodeOf = (totpUri: string): string => codeOf(totpUri, Date.now() + PERIOD_SECONDS * 1_000);

function fromBase32(text: string): Buffer {
  const bits = text
    .replace(/=+$/, '')
    .split('')
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'));
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
