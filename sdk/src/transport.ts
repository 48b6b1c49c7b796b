// Sends a request, and repeats it only when that cannot have a second effect: same key, same bytes.
import type { Answer, Options } from './call.ts';
import { AbortedError, ApiError, type CardwrightError, ConnectionError, isRefusal, TimeoutError } from './errors.ts';
import { VERSION } from './generated/resources.ts';

/** What hooks learn: never a header, a body or a secret. */
export type Attempt = {
  operationId: string;
  method: string;
  /** Without the query. */
  path: string;
  attempt: number;
  idempotencyKey: string | undefined;
};

export type Hooks = {
  onRequest?: (attempt: Attempt) => void;
  onResponse?: (
    attempt: Attempt & { status: number; requestId: string | undefined; isReplayed: boolean; durationMs: number },
  ) => void;
  /** Before each repetition. */
  onRetry?: (attempt: Attempt & { reason: string; delayMs: number }) => void;
};

export type Settings = {
  baseUrl: string;
  apiKey: string;
  fetch: typeof fetch;
  timeoutMs: number;
  maxRetries: number;
  traceparent: (() => string | undefined) | undefined;
  hooks: Hooks;
};

/** A request as it is sent. Nothing in it changes between attempts. */
export type Request = {
  operationId: string;
  method: string;
  /** With its parameters filled in. */
  path: string;
  query: string;
  body: string | undefined;
  key: string | undefined;
  scenario: string | undefined;
  /** Whether a second one has no second effect. */
  isRepeatable: boolean;
};

/** The first delay doubles with each attempt, up to the longest. */
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8_000;

/** A Retry-After beyond this is handed to the caller: no call should block for minutes unseen. */
const LONGEST_RETRY_AFTER_SECONDS = 60;

type Failed = { error: CardwrightError; isUnknown: boolean; retryAfterSeconds?: number | undefined };

/**
 * Sends a request until it is answered. It is repeated if the error's verdict is `same_key`, and after connection
 * errors if a repetition has no effect of its own. `isUncertain`: an earlier call may have sent it already.
 */
export async function send<T>(
  settings: Settings,
  request: Request,
  options: Options,
  isUncertain = false,
): Promise<Answer<T>> {
  const maxRetries = options.maxRetries ?? settings.maxRetries;
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce<T>(settings, request, { options, attempt, isUncertain });
    if ('data' in outcome) return outcome;
    const { error, isUnknown, retryAfterSeconds = 0 } = outcome;
    isUncertain ||= isUnknown;
    const isOver = attempt > maxRetries || retryAfterSeconds > LONGEST_RETRY_AFTER_SECONDS;
    if (isOver || !mayRepeat(request, error)) throw error;
    const delayMs = Math.max(retryAfterSeconds * 1_000, backoffMs(attempt));
    const reason = error instanceof ApiError ? error.code : (error as ConnectionError).reason;
    tell(settings.hooks.onRetry, { ...about(request, attempt), reason, delayMs });
    await sleep(delayMs, options.signal, () => aborted(request, isUncertain));
  }
}

/** The verdict of the API decides. Without one, only a request whose second sending has no effect is repeated. */
function mayRepeat({ isRepeatable }: Request, error: CardwrightError): boolean {
  if (error instanceof AbortedError) return false;
  if (!(error instanceof ApiError)) return isRepeatable;
  // The API's own refusals below 500 had no effect. Those of a proxy may stand for a request that arrived.
  const hadNoEffect = error.status < 500 && error.code !== 'unexpected_response';
  return error.retry === 'same_key' && (isRepeatable || hadNoEffect);
}

/** Random in the upper half, so that clients that failed together do not return together. */
const backoffMs = (attempt: number) =>
  Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);

type Circumstances = { options: Options; attempt: number; isUncertain: boolean };

async function attemptOnce<T>(
  settings: Settings,
  request: Request,
  { options, attempt, isUncertain }: Circumstances,
): Promise<Answer<T> | Failed> {
  const { signal, timeoutMs = settings.timeoutMs } = options;
  const { fetch } = settings; // called without `this`: that of Workers refuses any other
  if (signal?.aborted) throw aborted(request, isUncertain);
  const timeout = AbortSignal.timeout(timeoutMs);
  const begin = performance.now();
  tell(settings.hooks.onRequest, about(request, attempt));
  let response: Response;
  let text: string;
  try {
    response = await fetch(settings.baseUrl + request.path + request.query, {
      method: request.method,
      headers: headersOf(settings, request, options),
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'manual', // a redirected request could reach somebody else
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    text = await response.text();
  } catch (error) {
    return { error: toConnectionError(request, error, { signal, timeout, timeoutMs, isUncertain }), isUnknown: true };
  }
  const { status, headers } = response;
  const requestId = headers.get('request-id') ?? undefined;
  const isReplayed = headers.get('idempotent-replayed') === 'true';
  const durationMs = performance.now() - begin;
  tell(settings.hooks.onResponse, { ...about(request, attempt), status, requestId, isReplayed, durationMs });
  const type = headers.get('content-type') ?? '';
  const isJson = /\bjson\b/.test(type);
  const body = isJson ? parsed(text) : text;
  // A page of a gateway with the status 200 is no response of the API: the request may not have arrived.
  const isReadable = isJson ? body !== undefined : request.method === 'GET' && type.startsWith('text/csv');
  if (response.ok && isReadable) {
    const { key: idempotencyKey } = request;
    return { data: body as T, status, headers, text, requestId, idempotencyKey, isReplayed, attempts: attempt };
  }
  // A refusal that is not the API's, such as a firewall's, may have replaced a response of the API.
  const isUnknown = response.ok || status >= 500 || !isRefusal(status, body);
  const effect = effectOf(request, isUncertain || isUnknown);
  const { key } = request;
  if (response.ok) {
    const message = 'The response cannot be read.';
    return { error: new ConnectionError(message, { reason: 'unreadable', key, effect }), isUnknown };
  }
  const retryAfterSeconds = secondsOf(headers.get('retry-after'));
  return {
    error: new ApiError({ status, body, requestId, retryAfterSeconds, key, effect }),
    isUnknown,
    retryAfterSeconds,
  };
}

const effectOf = ({ method }: Request, isUnknown: boolean) => (isUnknown && method !== 'GET' ? 'unknown' : 'none');

function headersOf(settings: Settings, { body, key, scenario }: Request, options: Options): Record<string, string> {
  const traceparent = options.traceparent ?? settings.traceparent?.();
  return {
    accept: 'application/json',
    authorization: `Bearer ${settings.apiKey}`,
    'user-agent': `cardwright-sdk/${VERSION}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(scenario === undefined ? {} : { 'sandbox-scenario': scenario }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/** Only a short reason is kept: what `fetch` throws may quote the request. */
function toConnectionError(
  request: Request,
  error: unknown,
  about: { signal: AbortSignal | undefined; timeout: AbortSignal; timeoutMs: number; isUncertain: boolean },
): ConnectionError {
  if (about.signal?.aborted) return aborted(request, true);
  const { key } = request;
  const effect = effectOf(request, true);
  if (about.timeout.aborted)
    return new TimeoutError(`No response within ${about.timeoutMs} ms.`, { reason: 'timeout', key, effect });
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: { code?: unknown } };
  const reason = [cause?.code, code, name].find((each) => typeof each === 'string') ?? 'unknown';
  return new ConnectionError(`The connection failed: ${reason}.`, { reason, key, effect });
}

const aborted = (request: Request, isUnknown: boolean) =>
  new AbortedError('The call was aborted.', {
    reason: 'aborted',
    key: request.key,
    effect: effectOf(request, isUnknown),
  });

const about = ({ operationId, method, path, key }: Request, attempt: number): Attempt => ({
  operationId,
  method,
  path,
  attempt,
  idempotencyKey: key,
});

/** A failing hook must not change what happens to a request. */
function tell<T>(hook: ((value: T) => void) | undefined, value: T): void {
  try {
    hook?.(value);
  } catch {
    // the hook's own problem
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Retry-After is in seconds or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Waits; an abort ends it with the given error. */
export function sleep(ms: number, signal?: AbortSignal, toError?: () => Error): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(toError?.() ?? new Error('aborted'));
    };
    if (signal?.aborted) return reject(toError?.() ?? new Error('aborted'));
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
