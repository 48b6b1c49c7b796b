// A failed request for display: message, next step and request id.
import { maybe, t } from './words/t.ts';

/** The body of every refusal; those of the sign-in library have code and message only. */
type Told = {
  statusCode?: number;
  code?: string;
  message?: string;
  requestId?: string;
  retry?: 'same_key' | 'new_key' | 'never';
  resourceId?: string;
  currentTotal?: string;
  errors?: readonly { field: string; message: string }[];
};

/** A request that was refused or got no response. */
export class Problem extends Error {
  /** 0 without a response. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** The object that blocks the request, if the server names one. */
  readonly resourceId: string | undefined;
  /** quote_changed: the current total. */
  readonly currentTotal: string | undefined;
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | undefined;
  readonly retry: Told['retry'];
  /** The invalid fields of the request, if the server names them. */
  readonly fields: ReadonlyMap<string, string>;
  /** Effect of a retry: none, the same request, or perhaps a second one. Set by the sender. */
  again: 'harmless' | 'recognised' | 'uncertain' = 'harmless';

  constructor(status: number, told: Told, headers?: Headers) {
    super(told.message ?? t('states.unknownProblem'));
    this.name = 'Problem';
    this.status = status;
    this.code = (told.code ?? `http_${status}`).toLowerCase();
    this.requestId = told.requestId ?? headers?.get('request-id') ?? undefined;
    this.resourceId = told.resourceId;
    this.currentTotal = told.currentTotal;
    this.retry = told.retry;
    this.fields = new Map((told.errors ?? []).map(({ field, message }) => [field, message]));
    this.retryAfter = Number(headers?.get('retry-after')) || undefined;
  }

  /** Whether a retry may succeed: no response, or the server was busy or broken. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** The message of an error: the catalogue's text for its code, otherwise the server's. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Problem)) return t('states.unknownProblem');
  return maybe(`refusals.${error.code}`) ?? error.message;
}

/** Minutes instead of hundreds of seconds. */
const LONGEST_IN_SECONDS = 90;

const waitText = (seconds: number) =>
  seconds <= LONGEST_IN_SECONDS
    ? t('refusals.wait', { seconds })
    : t('refusals.waitMinutes', { minutes: Math.ceil(seconds / 60) });

/** The request may or may not have taken effect; other refusals are definite. */
const isUnclear = ({ code, passing }: Problem, known: string | undefined) =>
  code === 'no_answer' || code === 'internal' || (passing && known === undefined);

/** The next step, if the catalogue has one; for an unclear outcome also whether it could happen twice. */
export function nextStepOf(error: unknown): string | undefined {
  if (!(error instanceof Problem)) return t('refusals.next.internal');
  if (error.retryAfter !== undefined && error.status === 429) return waitText(error.retryAfter);
  const known = maybe(`refusals.next.${error.code}`);
  if (!isUnclear(error, known)) return known;
  if (error.again === 'uncertain') return t('refusals.uncertain');
  const next = known ?? t('refusals.next.internal');
  return error.again === 'recognised' ? `${next} ${t('refusals.recognised')}` : next;
}

/** The problem of a response whose body was already read. */
export function toldProblem(answer: Response, body: unknown): Problem {
  return new Problem(answer.status, typeof body === 'object' && body !== null ? body : {}, answer.headers);
}

/** The problem of a response of any form; the response stays readable. */
export async function problemOf(answer: Response): Promise<Problem> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return toldProblem(answer, body);
}
