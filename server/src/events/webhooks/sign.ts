// The signature that proves a delivery is ours: over the time of the attempt and the exact bytes that are sent.
import type { KeyObject } from 'node:crypto';
import { hmacSha256 } from '../../foundation/hmac.ts';

/**
 * The value of `Service-Signature` for one attempt. The key is the secret's characters exactly as they were shown,
 * prefix included and nothing decoded; the time is in whole Unix seconds.
 */
export function signDelivery(
  secret: Buffer | KeyObject,
  { timestamp, body }: { timestamp: number; body: Buffer },
): string {
  const signature = hmacSha256(secret).update(`${timestamp}.`).update(body).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
