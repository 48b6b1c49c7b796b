// A browser for tests: a cookie jar and the headers of our pages.
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import { type Answer, ask } from './client.ts';

type Request = {
  method?: string;
  json?: unknown;
  company?: string;
  environment?: Environment;
  headers?: Record<string, string>;
};

export type Browser = {
  /** The cookies that it has, by name. */
  jar: Map<string, string>;
  get<Body = Record<string, unknown>>(path: string, request?: Request): Promise<Answer<Body>>;
  post<Body = Record<string, unknown>>(path: string, json?: unknown, request?: Request): Promise<Answer<Body>>;
  ask<Body = Record<string, unknown>>(path: string, request?: Request): Promise<Answer<Body>>;
};

/** A browser at one of our sites, not signed in. */
export function openBrowser(url: string): Browser {
  const jar = new Map<string, string>();
  const send: Browser['ask'] = async (path, { method = 'GET', json, company, environment, headers = {} } = {}) => {
    const answer = await ask(url + path, {
      method,
      ...(json === undefined ? {} : { json }),
      headers: {
        ...(jar.size === 0 ? {} : { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(method === 'GET' ? {} : { origin: url, 'cardwright-portal': '1' }),
        ...(company === undefined ? {} : { 'cardwright-company': company }),
        ...(environment === undefined ? {} : { 'cardwright-environment': environment }),
        ...headers,
      },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer as never;
  };
  return {
    jar,
    ask: send,
    get: (path, request = {}) => send(path, request),
    post: (path, json, request = {}) =>
      send(path, { method: 'POST', ...(json === undefined ? {} : { json }), ...request }),
  };
}
