// A client that knows only the specification: it uses HTTP, honours Retry-After, and repeats no write.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { PATIENCE_MS } from '../../server/tests/until.ts';

/** Poll interval without Retry-After. */
const ASK_AGAIN_SECONDS = 1;

export type Journey = {
  get: <Body>(path: string) => Promise<Body>;
  /** Posts JSON with a new Idempotency-Key, and expects this status. */
  post: <Body>(path: string, body: object | undefined, status: number) => Promise<Body>;
  /** Polls until the condition holds, at the pace of Retry-After. */
  until: <Body>(path: string, isSo: (body: Body) => boolean) => Promise<Body>;
};

/** Starts a journey with only an address and a key. */
export function begin(baseUrl: string, key: string): Journey {
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    get: async <Body>(path: string) => {
      const answer = await ask('GET', path);
      expect(answer, path).toMatchObject({ status: 200 });
      return answer.body as Body;
    },
    post: async <Body>(path: string, body: object | undefined, status: number) => {
      const answer = await ask('POST', path, body);
      expect(answer, path).toMatchObject({ status });
      return answer.body as Body;
    },
    until: async <Body>(path: string, isSo: (body: Body) => boolean) => {
      const end = performance.now() + PATIENCE_MS;
      for (;;) {
        const { status, headers, body } = await ask('GET', path);
        expect({ status, body }, path).toMatchObject({ status: 200 });
        if (isSo(body as Body)) return body as Body;
        if (performance.now() > end) throw new Error(`${path} never became so: ${JSON.stringify(body)}`);
        await sleep(Number(headers.get('retry-after') ?? ASK_AGAIN_SECONDS) * 1_000);
      }
    },
  };
}
