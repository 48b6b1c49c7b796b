// What clients want: each request has an Idempotency-Key that its client keeps, and repeats until it is answered.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@cardwright/stack/start.ts';
import type { Context } from '../harness/proof.ts';

/** A request without an answer by then is unanswered. */
const ATTEMPT_MS = 10_000;

/** A company that orders, with money, a cardholder and a card. */
export type Buyer = { id: string; companyId: string; key: string; holder: string; card: string };

export type Intent = { buyer: Buyer; path: string; body: object; key: string; id?: string };

export type Answer = { status: number; body: { id?: string; code?: string; retry?: string } };

/** Sends a request. Undefined without an answer. */
export async function send(
  stack: Pick<Stack, 'baseUrl'>,
  { buyer, path, body, key }: Intent,
): Promise<Answer | undefined> {
  try {
    const answer = await fetch(stack.baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${buyer.key}`, 'idempotency-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ATTEMPT_MS),
    });
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  } catch {
    return undefined;
  }
}

/** Takes an answer: an intent has one id, in every life of the database. True if it was acknowledged. */
export function take(context: Context, intent: Intent, answer: Answer | undefined): boolean {
  if (answer?.status !== 201) return false;
  const { id } = answer.body;
  if (intent.id !== undefined && intent.id !== id)
    context.violation('a repeated key was answered with something else', { key: intent.key, first: intent.id, id });
  if (id !== undefined) intent.id = id;
  return true;
}

/** Repeats requests until all are acknowledged, as their refusals say. Returns those that were not in time. */
export async function repeat(
  { context, stack, until }: { context: Context; stack: Stack; until: number },
  intents: readonly Intent[],
): Promise<Intent[]> {
  let open = [...intents];
  while (open.length > 0 && performance.now() < until) {
    const left: Intent[] = [];
    for (const intent of open) {
      const answer = await send(stack, intent);
      if (take(context, intent, answer)) continue;
      if (answer !== undefined && answer.body.retry !== 'same_key')
        context.violation('a lost request was refused for good', { path: intent.path, key: intent.key, answer });
      else left.push(intent);
    }
    open = left;
    await sleep(200);
  }
  return open;
}
