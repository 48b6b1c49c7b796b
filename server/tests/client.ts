// An HTTP client for tests: one response shape for every request, with JSON bodies parsed.
import { randomUUID } from 'node:crypto';
import { requireDeclared } from './declared.ts';

export type Answer<Body> = { status: number; headers: Headers; text: string; body: Body };

/** The shape of an error. */
export type ErrorBody = { statusCode: number; message: string; code: string; requestId: string; retry: string };

export type Ask = {
  method?: string;
  /** The bearer token, if any. */
  key?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged, with the JSON media type unless a header overrides it. */
  raw?: string | Uint8Array;
};

/** Sends one request. */
export async function ask<Body = Record<string, unknown>>(url: string, options: Ask = {}): Promise<Answer<Body>> {
  const body = options.json === undefined ? options.raw : JSON.stringify(options.json);
  const response = await fetch(url, {
    method: options.method ?? 'GET',
    headers: {
      ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: body as string }),
    redirect: 'manual',
  });
  const text = await response.text();
  const answered = parsed(text);
  // Codes of the portal and of processes without the API are not those of the description.
  if (response.status >= 400 && options.key !== undefined) {
    const { code } = (answered ?? {}) as Partial<ErrorBody>;
    requireDeclared(options.method ?? 'GET', new URL(url).pathname, response.status, String(code));
  }
  return { status: response.status, headers: response.headers, text, body: answered as Body };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Client = {
  /** The bearer token of this client. */
  key: string;
  get<Body = Record<string, unknown>>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>;
  /** Posts JSON, with a new Idempotency-Key unless one is given; null sends none. */
  post<Body = Record<string, unknown>>(
    path: string,
    json: unknown,
    options?: { key?: string | null; headers?: Record<string, string> },
  ): Promise<Answer<Body>>;
  /** Any other request with this client's key. */
  ask<Body = Record<string, unknown>>(path: string, options: Ask): Promise<Answer<Body>>;
};

/** A client of one API process that sends one key. */
export function clientOf(baseUrl: string, key: string): Client {
  return {
    key,
    get: (path, headers = {}) => ask(baseUrl + path, { key, headers }),
    post: (path, json, options = {}) =>
      ask(baseUrl + path, {
        method: 'POST',
        key,
        json,
        headers: {
          ...(options.key === null ? {} : { 'idempotency-key': options.key ?? randomUUID() }),
          ...options.headers,
        },
      }),
    ask: (path, options) => ask(baseUrl + path, { key, ...options }),
  };
}
