// Signatures between us and an issuer: an HMAC on what we ask, Ed25519 on what it notifies us of.
import { createHmac, verify } from 'node:crypto';
import type { IssuerSettings } from '../foundation/config.ts';

/** How far a notification's time may lie from ours: clocks differ a little, and an old signature must not be of use. */
const TOLERANCE_SECONDS = 300;

/**
 * The headers that prove a request to be ours. The path includes the query, exactly as it is sent. The deadline is part
 * of what is signed, so nobody can lift or move it.
 */
export function signRequest(
  key: IssuerSettings['requestKey'],
  request: { method: string; path: string; body: string; arriveBy?: Date | undefined },
  now: Date,
): Record<string, string> {
  const timestamp = unixSeconds(now);
  const deadline = request.arriveBy === undefined ? '' : unixSeconds(request.arriveBy);
  const signature = createHmac('sha256', key.secret)
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

/** A notification as it arrived: two headers, and the bytes of its body before anybody has read them. */
export type SignedNotification = { keyId: string; signature: string; body: Buffer };

/** `t=<Unix seconds>,ed25519=<base64 of 64 bytes>`, and nothing else: a signature is written in one way only. */
const SIGNATURE = /^t=([1-9]\d{0,11}),ed25519=([A-Za-z0-9+/]{86}==)$/;

/**
 * Whether one of these keys signed a notification. As it arrives, its time must also be near ours; one that was stored
 * then is verified again later as 'stored', when its time is old and proves nothing more.
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
  if (bytes.toString('base64') !== base64) return false; // its last letter has bits that belong to no byte
  return verify(null, Buffer.concat([Buffer.from(`${seconds}.`), body]), key, bytes);
}
