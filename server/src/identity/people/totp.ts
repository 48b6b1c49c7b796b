// The codes of an authenticator app (RFC 6238), for requests without a session: the library checks them in one only.
import { createHmac, timingSafeEqual } from 'node:crypto';

const PERIOD_MS = 30_000;

/** Periods around the current one whose codes count too, as in the library: clocks differ, and typing takes time. */
const WINDOW = [-1, 0, 1];

/** Whether the app with this secret shows this code about now. */
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
