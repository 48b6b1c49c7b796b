// TRON addresses: base58check of 0x41 and twenty bytes.
import { createHash } from 'node:crypto';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/**
 * The address of a text: always the same, well formed, and unowned. No key for it is known, so real money sent there
 * would be lost.
 */
export function addressOf(text: string): string {
  const payload = Buffer.concat([Buffer.of(0x41), sha256(text).subarray(0, 20)]);
  const checked = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]);
  let address = '';
  for (let rest = BigInt(`0x${checked.toString('hex')}`); rest > 0n; rest /= 58n) {
    address = (alphabet[Number(rest % 58n)] ?? '') + address;
  }
  return address; // 0x41 is not zero, so base 58 needs no leading ones
}
