// Requests with an Idempotency-Key, and answers whose bytes were fixed when they were first accepted.
import type { FastifyReply } from 'fastify';
import { formatUsd, parseUsd } from '../../foundation/money/usd.ts';
import type { Answer, Keyed } from '../idempotency/claim.ts';

/** Fields that hold an amount. They are compared by value: "25" and "25.00" are the same request. */
const amountFields = ['amount', 'expectedTotal', 'perTransaction', 'perDay', 'perMonth'];

/** A request for the idempotency check: the path without its query, and the parsed body. */
export function toKeyed(request: {
  headers: { 'idempotency-key': string };
  method: string;
  url: string;
  body: object;
}): Keyed {
  const [path = ''] = request.url.split('?');
  const body = Object.fromEntries(Object.entries(request.body).map(([name, value]) => [name, byValue(name, value)]));
  return { key: request.headers['idempotency-key'], method: request.method, path, body };
}

function byValue(name: string, value: unknown): unknown {
  const amount = amountFields.includes(name) && typeof value === 'string' ? parseUsd(value) : undefined;
  return amount === undefined ? value : formatUsd(amount);
}

export type TextReply = Pick<FastifyReply, 'code' | 'header' | 'serializer' | 'send'>;

/** Sends the answer of a keyed request: the stored bytes, marked when they are a replay. */
export function sendAnswer(reply: TextReply, answer: Answer) {
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  return sendText(reply.code(answer.status), answer.body);
}

/** Sends JSON that is written already, byte for byte. */
export function sendText(reply: Omit<TextReply, 'code'>, body: string) {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((text: unknown) => text as string)
    .send(body);
}
