// One delivery to a receiver, with the headers of a webhook and the same rules for what counts as accepted.
import { webhooks } from '@cardwright/sdk';

/** The same timeout as webhooks have. */
const ANSWER_WITHIN_MS = 15_000;

export type Delivered = { isAccepted: boolean; status: number | undefined; words: string };

export type Delivery = {
  /** Of the event. */
  id: string;
  body: string;
  /** Default: the current signature of the body. */
  headers?: Record<string, string>;
  secret: string;
  signal?: AbortSignal;
};

/** Sends a body once. Redirects are not followed, and count as refusals. */
export async function deliver(target: string, { id, body, headers, secret, signal }: Delivery): Promise<Delivered> {
  const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Cardwright-Webhooks/1',
        'service-event-id': id,
        ...(headers ?? { 'service-signature': await webhooks.sign(body, secret) }),
      },
      body,
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    await response.body?.cancel();
    return { isAccepted: response.ok, status: response.status, words: String(response.status) };
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string }; name?: string };
    const words = timeout.aborted
      ? `no response within ${ANSWER_WITHIN_MS / 1_000} s`
      : (cause?.code ?? name ?? 'failed');
    return { isAccepted: false, status: undefined, words };
  }
}
