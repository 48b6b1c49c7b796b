// One delivery attempt: sends the event's bytes, signed with the time of this attempt, and records the response.
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import type { SealingKeys } from '../../foundation/config.ts';
import { toId } from '../../foundation/ids.ts';
import { maskCardNumbers } from '../../foundation/mask.ts';
import type { Channel, Sent } from '../../platform/guard/send.ts';
import { traceparentNow } from '../../platform/trace/trace.ts';
import { openSecret } from '../webhooks/seal.ts';
import { signDelivery } from '../webhooks/sign.ts';
import { nextAttemptAt } from './schedule.ts';
import type { AttemptOutcome, DueRow, ServedRow, Taken } from './sql.ts';

/** A slower response marks its endpoint as slow. Slow endpoints are served separately. */
export const SLOW_MS = 2_000;

/** Number of response bytes that are stored. */
export const ANSWER_BYTES = 2_048;

const GONE = 410;

export type AttemptDeps = { clock: Clock; random: () => number };

/** What an endpoint's deliveries are sent with. */
export type Means = { url: URL; sign: Signer; channel: Channel };

/** Sends an event to an endpoint once. Undefined when aborted: the outcome is unknown, and the event is sent again. */
export async function attempt(
  deps: AttemptDeps,
  taken: Taken,
  { means, due, signal }: { means: Means; due: DueRow; signal: AbortSignal },
): Promise<AttemptOutcome | undefined> {
  const at = deps.clock.now();
  const begun = performance.now();
  const sent: Sent =
    due.body === null
      ? { kind: 'refused', why: 'the event is past its retention time' }
      : await post(means, { eventId: due.event_id, body: Buffer.from(due.body, 'utf8'), at, signal });
  if (sent.kind !== 'answered' && signal.aborted) return undefined;
  const durationMs = Math.round(performance.now() - begun);
  const isDelivered = sent.kind === 'answered' && sent.status >= 200 && sent.status < 300;
  const isGone = sent.kind === 'answered' && sent.status === GONE;
  const isLast = isDelivered || isGone || due.body === null;
  const retryAfter = sent.kind === 'answered' ? sent.retryAfter : undefined;
  const again = { attempts: due.attempts + 1, at: deps.clock.now(), retryAfter, random: deps.random };
  return {
    ...taken.scope,
    endpointId: taken.webhookId,
    deliveryId: due.id,
    attempts: due.attempts,
    at,
    durationMs,
    outcome: isDelivered ? 'delivered' : 'failed',
    ...seenIn(sent),
    isGone,
    isSlow: durationMs > SLOW_MS,
    nextAt: isLast ? null : (nextAttemptAt(again) ?? null),
  };
}

async function post(
  { url, sign, channel }: Means,
  { eventId, body, at, signal }: { eventId: string; body: Buffer; at: Date; signal: AbortSignal },
): Promise<Sent> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Cardwright-Webhooks/1',
    'service-event-id': toId('event', eventId),
    ...sign(body, at),
    ...traceparentNow(), // the signature covers the time and the body, no header
  };
  return channel.post(url, { headers, body, signal });
}

/** The signature headers of a body that is sent at this time. */
type Signer = (body: Buffer, at: Date) => Record<string, string>;

/**
 * Opens an endpoint's secrets. It signs once; twice during a secret rotation, with the old secret's signature first
 * until the new one takes over.
 */
export function signerOf(keys: SealingKeys, { scope, webhookId }: Taken, served: ServedRow): Signer {
  const open = (sealingKey: number, sealedSecret: Buffer): KeyObject =>
    createSecretKey(openSecret(keys, { scope, webhookId }, { sealingKey, sealedSecret }));
  const { next_sealing_key: nextKey, next_sealed_secret: nextSecret, next_from: nextFrom } = served;
  const secret = open(served.sealing_key, served.sealed_secret);
  const next = nextKey === null || nextSecret === null ? undefined : open(nextKey, nextSecret);
  return (body, at) => {
    const timestamp = Math.floor(at.getTime() / 1_000);
    if (next === undefined || nextFrom === null)
      return { 'service-signature': signDelivery(secret, { timestamp, body }) };
    const signedNext = signDelivery(next, { timestamp, body });
    if (nextFrom <= at) return { 'service-signature': signedNext };
    return { 'service-signature': signDelivery(secret, { timestamp, body }), 'service-signature-next': signedNext };
  };
}

/**
 * The stored part of a response. It is untrusted text: card numbers and characters that a column cannot hold are
 * removed.
 */
function seenIn(sent: Sent): Pick<AttemptOutcome, 'status' | 'detail' | 'answer'> {
  if (sent.kind !== 'answered') return { status: null, detail: sent.why, answer: '' };
  const words = sent.body.subarray(0, ANSWER_BYTES).toString('utf8').replaceAll('\0', '\ufffd');
  return { status: sent.status, detail: '', answer: maskCardNumbers(words) };
}
