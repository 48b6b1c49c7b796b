// TRON addresses: base58check of 0x41 and twenty bytes. Money sent to a mistyped address is lost, so each is checked.
import { createHash } from 'node:crypto';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The length of every address of TRON's main network, in characters. */
const LENGTH = 34;

/** The first byte of an address. */
const PREFIX = 0x41;

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();

/** Whether a text is a TRON address: checks its alphabet, its prefix and its checksum. */
export function isTronAddress(text: string): boolean {
  if (text.length !== LENGTH) return false;
  let number = 0n;
  for (const letter of text) {
    const digit = alphabet.indexOf(letter);
    if (digit === -1) return false;
    number = number * 58n + BigInt(digit);
  }
  const hex = number.toString(16).padStart(50, '0');
  if (hex.length !== 50) return false;
  const bytes = Buffer.from(hex, 'hex');
  const payload = bytes.subarray(0, 21);
  return payload[0] === PREFIX && sha256(sha256(payload)).subarray(0, 4).equals(bytes.subarray(21));
}
