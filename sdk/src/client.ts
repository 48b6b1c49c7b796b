// The client: every operation of the API as a typed method, built from the table that the contract gives.
import { type Answer, Call, List, type Page } from './call.ts';
import { type Follow, follow } from './follow.ts';
import { OPERATIONS, type Resources } from './generated/resources.ts';
import { type DurableIntents, durableIntents, type IntentStore } from './intents.ts';
import { prepare } from './prepare.ts';
import { type Order, type Outcome, type RunOptions, run } from './run.ts';
import { type Settings, send } from './transport.ts';
import type { Event } from './webhooks.ts';

export type ClientOptions = {
  /** Address of the API, such as `https://api.example.com`. */
  baseUrl: string;
  apiKey: string;
  /** For one attempt; default: 40 seconds, more than the longest wait of the API. */
  timeoutMs?: number;
  /** Repetitions after the first attempt; default: 5. */
  maxRetries?: number;
  /** Called for each attempt: the W3C trace context that it belongs to. */
  traceparent?: () => string | undefined;
  hooks?: Settings['hooks'];
  /** Default: the global one. */
  fetch?: typeof fetch;
  /** Allows `http:` beyond this machine. The API key is then readable on the way. */
  allowHttp?: boolean;
};

/** The longest `wait` of the API is 30 seconds. */
const TIMEOUT_MS = 40_000;

const MAX_RETRIES = 5;

/** The operations of the API, and what this package adds to them. */
export interface Client extends Omit<Resources, 'operations' | 'events'> {
  readonly operations: Resources['operations'] & {
    /** Previews an order, has its total confirmed, creates it, and waits until it is decided. */
    run(order: Order, options: RunOptions): Promise<Outcome>;
  };
  readonly events: Resources['events'] & {
    /** Follows the feed. Save the sequence of an event after it is handled, and give it as `after` next time. */
    follow(options: Follow): AsyncGenerator<Event, void>;
  };
  /** Methods that save each request before it is sent, so that a crash neither loses nor doubles it. */
  intents(store: IntentStore): DurableIntents;
}

/** Creates a client. */
export function createClient(options: ClientOptions): Client {
  const settings = toSettings(options);
  const resources = Object.fromEntries(
    Object.entries(OPERATIONS).map(([resource, methods]) => [
      resource,
      Object.fromEntries(Object.entries(methods).map(([name, row]) => [name, toMethod(settings, row)])),
    ]),
  ) as unknown as Resources;
  const client: Client = {
    ...resources,
    operations: {
      ...resources.operations,
      run: (order, given) => run(resources, order, given, (body, key) => createUnder(resources, body, given, key)),
    },
    events: { ...resources.events, follow: (given) => follow(resources, given) },
    intents: (store) => durableIntents({ store, resources, settings }),
  };
  return client;
}

const createUnder = (resources: Resources, body: Order, options: RunOptions, idempotencyKey: string) =>
  resources.operations.create(body, { ...options.request, idempotencyKey });

function toSettings(options: ClientOptions): Settings {
  const { baseUrl, apiKey, timeoutMs = TIMEOUT_MS, maxRetries = MAX_RETRIES, hooks = {} } = options;
  const url = new URL(baseUrl);
  const isOwnMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (isOwnMachine || options.allowHttp === true)))
    throw new TypeError('baseUrl must begin with https://, or set allowHttp');
  if (url.username + url.password + url.search + url.hash !== '')
    throw new TypeError('baseUrl must have no credentials, no query and no fragment');
  // The text is not quoted: it is a secret.
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey is empty or malformed: pass the key as it was shown once');
  return {
    baseUrl: url.href.replace(/\/$/, ''),
    apiKey,
    timeoutMs,
    maxRetries,
    hooks,
    traceparent: options.traceparent,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

/** A method that sends its request. A mistake in its arguments rejects the promise, as anything else does. */
function toMethod(settings: Settings, row: string): (...given: unknown[]) => Call<unknown> {
  const isList = / \w*l\w*$/.test(row);
  const isBySequence = / \w*s\w*$/.test(row);
  const begin = async <T>(given: readonly unknown[]): Promise<Answer<T>> => {
    const { request, options } = prepare(row, given);
    return await send<T>(settings, request, options);
  };
  if (!isList) return (...given) => new Call(begin(given));
  const next = (given: readonly unknown[], { data, nextCursor }: Page<{ sequence?: number }>) => {
    const after = isBySequence ? data.at(-1)?.sequence : nextCursor;
    if (after === undefined || after === null) return undefined;
    const at = (row.match(/\{/g) ?? []).length;
    const query = { ...(given[at] as object), [isBySequence ? 'afterSequence' : 'cursor']: after };
    return new Call(begin<Page<{ sequence?: number }>>(given.toSpliced(at, 1, query)));
  };
  return (...given) => new List(begin<Page<object>>(given), (page) => next(given, page));
}
