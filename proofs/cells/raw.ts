// A request on a connection of its own, with any headers: a header may come twice.
import { type IncomingMessage, request } from 'node:http';
import type { Answer } from '../harness/ask.ts';

/** Sends it and reads the answer. Rejects when the connection breaks, or after `timeoutMs`. */
export function rawAsk(
  url: string,
  path: string,
  headers: Record<string, string | string[]>,
  { body, timeoutMs = 30_000 }: { body?: object; timeoutMs?: number } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onAnswer = (answer: IncomingMessage) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: flat(answer), text }));
      answer.on('error', reject);
    };
    const method = body === undefined ? 'GET' : 'POST';
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = request(url + path, { method, headers, agent: false, signal }, onAnswer);
    sent.on('error', reject);
    if (body !== undefined) sent.setHeader('content-type', 'application/json');
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const flat = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
