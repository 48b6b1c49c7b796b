// Authenticator codes (RFC 6238) for requests without a session: the library checks them only in one.
import { createHmac, timingSafeEqual } from 'node:crypto';

const PERIOD_MS = 30_000;

/** Periods around the current one whose codes are valid too, as in the library: for clock skew and typing time. */
const WINDOW = [-1, 0, 1];

/** Whether the code is valid for this secret at about this time. */
export function isCodeOf(secret: string, code: string, at: Date): boolean {
  const period = Math.floor(at.getTime() / PERIOD_MS);
  const given = Buffer.from(code);
  return WINDOW.some((shift) => {
    const right = Buffer.from(codeAt(secret, period + shift));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

function codeAt(secret: string, period: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(period));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}
