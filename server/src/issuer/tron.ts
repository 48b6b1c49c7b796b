// TRON addresses: base58check of 0x41 and twenty bytes. Money that is sent to a mistyped one is gone: each is checked.
import { createHash } from 'node:crypto';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Every address of TRON's main network has so many characters. */
const LENGTH = 34;

/** What the bytes of an address begin with. */
const PREFIX = 0x41;

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();

/** Whether a text is a TRON address: its letters, its prefix and its checksum. */
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
