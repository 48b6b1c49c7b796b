// Requests with an Idempotency-Key, and answers whose bytes were fixed when they were first accepted.
import type { FastifyReply } from 'fastify';
import type { Answer, Keyed } from '../idempotency/claim.ts';

/** A request for the idempotency check: the path without its query, the parsed body. */
export function toKeyed<Body extends object>(request: {
  headers: { 'idempotency-key': string };
  method: string;
  url: string;
  body: Body;
}): Keyed<Body> {
  const [path = ''] = request.url.split('?');
  return { key: request.headers['idempotency-key'], method: request.method, path, body: request.body };
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
