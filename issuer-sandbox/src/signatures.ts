// Signatures: they authenticate Cardwright's requests and our notifications.
import { createHmac, sign, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { NotificationKey, RequestKeys } from './config.ts';

/** How far a request's time may differ from ours: clocks differ a little, and old signatures must be useless. */
const TOLERANCE_SECONDS = 300;

/** The signed parts of a request. The path includes the query, exactly as sent. */
export type Signed = { headers: IncomingHttpHeaders; method: string; path: string; body: Buffer };

/** Whether a request was signed with one of the keys, within the tolerance. */
export function isSigned(keys: RequestKeys, { headers, method, path, body }: Signed, now: Date): boolean {
  const secret = keys.get(String(headers['issuer-key']));
  const timestamp = String(headers['issuer-timestamp']);
  const [, given = ''] = /^v2=([0-9a-f]{64})$/.exec(String(headers['issuer-signature'])) ?? [];
  if (secret === undefined || given === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const deadline = headers['issuer-deadline'] ?? '';
  const signed = `${timestamp}\n${String(deadline)}\n${method}\n${path}\n`;
  const expected = createHmac('sha256', secret).update(signed).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(given, 'hex'));
}

/**
 * The headers that authenticate a notification. Each attempt is signed anew, because the time is part of the signature.
 */
export function notificationHeaders(key: NotificationKey, body: string, now: Date): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1_000);
  const signature = sign(null, Buffer.from(`${seconds}.${body}`), key.privateKey).toString('base64');
  return {
    'content-type': 'application/json',
    'issuer-key': key.id,
    'issuer-signature': `t=${seconds},ed25519=${signature}`,
  };
}
