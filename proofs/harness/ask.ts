// Requests to the service over HTTP, as a client sends them, on connections that stay open.
import { Pool } from 'undici';

export type Ask = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** An API key's text. */
  key?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; a text is sent as it is. */
  body?: object | string;
  /** Its answer does not end: the client disconnects once it has begun. */
  stream?: boolean;
};

export type Answer = { status: number; headers: Record<string, string>; text: string };

export type Client = {
  ask(ask: Ask): Promise<Answer>;
  /** How many requests were made. */
  asked(): number;
  close(): Promise<void>;
};

/** A client of one API process. */
export function openClient(baseUrl: string, connections: number): Client {
  const pool = new Pool(baseUrl, { connections });
  let asked = 0;
  return {
    async ask({ method, path, key, headers = {}, body, stream = false }) {
      asked++;
      const response = await pool.request({
        method,
        path,
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
      });
      if (stream && response.statusCode === 200) {
        response.body.on('error', () => undefined).destroy();
        return { status: response.statusCode, headers: flat(response.headers), text: '' };
      }
      const text = await response.body.text();
      return { status: response.statusCode, headers: flat(response.headers), text };
    },
    asked: () => asked,
    close: () => pool.close(),
  };
}

/** Headers that differ between any two answers, or say nothing about the object. */
const passing = new Set(['request-id', 'date', 'connection', 'keep-alive', 'ratelimit']);

/**
 * The whole answer except for what identifies the request: equal texts mean that the two answers are indistinguishable.
 */
export function comparable(answer: Answer): string {
  const headers = Object.entries(answer.headers)
    .filter(([name]) => !passing.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([answer.status, headers, withoutRequestId(answer.text)]);
}

/** A body without the id of its request. */
export const withoutRequestId = (text: string): string =>
  text.replace(/"requestId":"req_[0-9a-f]{32}"/, '"requestId":""');

/** The code of a refusal, or undefined. */
export function codeOf(answer: Answer): string | undefined {
  if (answer.status < 400) return undefined;
  try {
    return (JSON.parse(answer.text) as { code?: string }).code;
  } catch {
    return undefined;
  }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const single: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) single[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return single;
}
