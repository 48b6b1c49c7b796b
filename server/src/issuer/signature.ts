// Signatures between us and an issuer: HMAC on our requests, Ed25519 on its notifications.
import { verify } from 'node:crypto';
import type { IssuerSettings } from '../foundation/config.ts';
import { hmacSha256 } from '../foundation/hmac.ts';

/** How far a notification's time may differ from ours: clocks differ a little, and old signatures must be useless. */
const TOLERANCE_SECONDS = 300;

/**
 * The headers that authenticate a request as ours. The path includes the query, exactly as sent. The signature covers
 * the deadline, so nobody can remove or move it.
 */
export function signRequest(
  key: IssuerSettings['requestKey'],
  request: { method: string; path: string; body: string; arriveBy?: Date | undefined },
  now: Date,
): Record<string, string> {
  const timestamp = unixSeconds(now);
  const deadline = request.arriveBy === undefined ? '' : unixSeconds(request.arriveBy);
  const signature = hmacSha256(key.secret)
    .update(`${timestamp}\n${deadline}\n${request.method}\n${request.path}\n${request.body}`)
    .digest('hex');
  return {
    'issuer-key': key.id,
    'issuer-timestamp': timestamp,
    ...(deadline === '' ? {} : { 'issuer-deadline': deadline }),
    'issuer-signature': `v2=${signature}`,
  };
}

const unixSeconds = (moment: Date) => String(Math.floor(moment.getTime() / 1_000));

/** A notification as it arrived: two headers, and the unparsed bytes of its body. */
export type SignedNotification = { keyId: string; signature: string; body: Buffer };

/** `t=<Unix seconds>,ed25519=<base64 of 64 bytes>` and nothing else: a signature has exactly one encoding. */
const SIGNATURE = /^t=([1-9]\d{0,11}),ed25519=([A-Za-z0-9+/]{86}==)$/;

/**
 * Whether one of these keys signed a notification. On arrival its time must also be close to ours. A stored
 * notification is verified again as 'stored', without checking its time, which is old by then.
 */
export function verifyNotification(
  keys: IssuerSettings['notificationKeys'],
  { keyId, signature, body }: SignedNotification,
  now: Date | 'stored',
): boolean {
  const key = keys.get(keyId);
  const [, seconds = '', base64 = ''] = SIGNATURE.exec(signature) ?? [];
  if (key === undefined || seconds === '') return false;
  if (now !== 'stored' && Math.abs(now.getTime() / 1_000 - Number(seconds)) > TOLERANCE_SECONDS) return false;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64) return false; // the last base64 character has unused bits
  return verify(null, Buffer.concat([Buffer.from(`${seconds}.`), body]), key, bytes);
}
