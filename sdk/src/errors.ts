// What can go wrong, each with what to do next. No error carries a key, a header or a body of a request.
import type { Schemas } from './generated/resources.ts';

/** What a client does next: the same request again under the same key, another one under a new key, or nothing. */
export type Verdict = Schemas['ApiError']['retry'];

/** Every code of the API. `unexpected_response`: something else answered, such as a proxy. */
export type ErrorCode = Schemas['ApiError']['code'] | 'unexpected_response';

/** A problem of one field of the request. */
export type FieldProblem = { field: string; message: string };

/** What an error of a code carries beyond its message. */
export type ErrorDetails = {
  quote_changed: { currentTotal: string };
  insufficient_funds: { available: string; required: string };
  amount_below_minimum: { minimum: string };
  amount_above_maximum: { maximum: string };
  idempotency_conflict: { resourceId: string; differs: string[] };
  external_id_taken: { resourceId: string };
  invoice_unresolved: { resourceId: string };
};

type DetailsOf<C extends ErrorCode> = C extends keyof ErrorDetails ? ErrorDetails[C] : unknown;

/** Anything that this package throws about a request. */
export class CardwrightError extends Error {
  /** The key of the request, if it has one. With it, `idempotencyKeys.get` tells what became of the request. */
  readonly idempotencyKey: string | undefined;
  /** `none`: the request had no effect. `unknown`: it may have had one; never repeat it under another key. */
  readonly effect: 'none' | 'unknown';

  constructor(message: string, { key, effect }: { key?: string | undefined; effect: 'none' | 'unknown' }) {
    super(message);
    this.name = new.target.name;
    this.idempotencyKey = key;
    this.effect = effect;
  }
}

const NEXT: Record<Verdict, string> = {
  same_key: 'Repeat the same request later, under the same Idempotency-Key.',
  new_key: 'Change the request or the account first, then send it under a new Idempotency-Key.',
  never: 'Do not repeat the request: no form of it will be accepted.',
};

/** The API refused a request. `code` says why, `retry` what to do next. */
export class ApiError extends CardwrightError {
  readonly status: number;
  readonly code: ErrorCode;
  readonly retry: Verdict;
  readonly requestId: string | undefined;
  /** Every problem of a malformed request. */
  readonly fields: readonly FieldProblem[];
  /** What the API says beside the message, such as `currentTotal`. `is` gives it a type. */
  readonly details: Readonly<Record<string, unknown>>;
  /** How long to wait before the next attempt, if the API said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(answer: {
    status: number;
    body: unknown;
    requestId: string | undefined;
    retryAfterSeconds: number | undefined;
    key: string | undefined;
    effect: 'none' | 'unknown';
  }) {
    const { code, retry, message, requestId, errors, statusCode: _, ...details } = toBody(answer.status, answer.body);
    super(message, answer);
    this.status = answer.status;
    this.code = code;
    this.retry = retry;
    this.requestId = requestId ?? answer.requestId;
    this.fields = errors ?? [];
    this.details = details;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }

  /** What to do next, in one sentence. */
  get nextStep(): string {
    return this.effect === 'unknown' && this.retry !== 'same_key'
      ? 'An earlier attempt may have had an effect: read the Idempotency-Key before anything else.'
      : NEXT[this.retry];
  }

  /** Whether this is the error of a code; `details` then has the type of that code. */
  is<C extends ErrorCode>(code: C): this is ApiError & { code: C; details: DetailsOf<C> } {
    return this.code === code;
  }
}

/** No response came, or one that cannot be read. `reason` is such as `ECONNRESET`. */
export class ConnectionError extends CardwrightError {
  readonly reason: string;

  constructor(message: string, about: { reason: string; key?: string | undefined; effect: 'none' | 'unknown' }) {
    super(message, about);
    this.reason = about.reason;
  }
}

/** No response came in time. */
export class TimeoutError extends ConnectionError {}

/** The caller's signal ended the request. */
export class AbortedError extends ConnectionError {}

/** An intent of this id exists with another request. */
export class IntentConflictError extends CardwrightError {}

type Body = {
  code: ErrorCode;
  retry: Verdict;
  message: string;
  requestId?: string;
  errors?: FieldProblem[];
  statusCode?: number;
};

/** The body of an error of ours. Without a verdict, it came from something in between. */
function toBody(status: number, body: unknown): Body {
  if (isRefusal(status, body)) return body;
  const isPassing = status >= 500 || status === 429 || status === 408;
  return {
    code: 'unexpected_response',
    retry: isPassing ? 'same_key' : 'never',
    message: `The response has the status ${status} and is not one of the API.`,
  };
}

/** Whether a body is an error of the API with this status. */
export const isRefusal = (status: number, body: unknown): body is Body => isBody(body) && body.statusCode === status;

const isBody = (body: unknown): body is Body =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  typeof body.code === 'string' &&
  'message' in body &&
  typeof body.message === 'string' &&
  'retry' in body &&
  typeof body.retry === 'string' &&
  Object.hasOwn(NEXT, body.retry);
