// What went wrong with a request, as something that a page can show: words, the next step and the request's id.
import { maybe, t } from './words/t.ts';

/** Every refusal of the servers has this form; sign-in's own have code and message only. */
type Told = {
  statusCode?: number;
  code?: string;
  message?: string;
  requestId?: string;
  retry?: 'same_key' | 'new_key' | 'never';
  resourceId?: string;
  currentTotal?: string;
};

/** A request that was refused or got no answer. */
export class Problem extends Error {
  /** 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** The object that stands in the way, where the server names one. */
  readonly resourceId: string | undefined;
  /** quote_changed: the total that holds now. */
  readonly currentTotal: string | undefined;
  /** Seconds to wait, where the server says so. */
  readonly retryAfter: number | undefined;
  readonly retry: Told['retry'];
  /** What asking again means: nothing, the same request, or perhaps a second one. Told by whoever sent it. */
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
    this.retryAfter = Number(headers?.get('retry-after')) || undefined;
  }

  /** Whether the same request may go well later: no answer came, or the server was busy or broken. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** The words of whatever was thrown: the catalogue's where it has some for the code, otherwise the server's. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Problem)) return t('states.unknownProblem');
  return maybe(`refusals.${error.code}`) ?? error.message;
}

/** Nobody counts hundreds of seconds. */
const LONGEST_IN_SECONDS = 90;

const waitText = (seconds: number) =>
  seconds <= LONGEST_IN_SECONDS
    ? t('refusals.wait', { seconds })
    : t('refusals.waitMinutes', { minutes: Math.ceil(seconds / 60) });

/** After these nobody knows whether it happened; other refusals say what they refuse. */
const isUnclear = ({ code, passing }: Problem, known: string | undefined) =>
  code === 'no_answer' || code === 'internal' || (passing && known === undefined);

/** What to do next, where the catalogue knows; without a clear answer also whether it could happen twice. */
export function nextStepOf(error: unknown): string | undefined {
  if (!(error instanceof Problem)) return t('refusals.next.internal');
  if (error.retryAfter !== undefined && error.status === 429) return waitText(error.retryAfter);
  const known = maybe(`refusals.next.${error.code}`);
  if (!isUnclear(error, known)) return known;
  if (error.again === 'uncertain') return t('refusals.uncertain');
  const next = known ?? t('refusals.next.internal');
  return error.again === 'recognised' ? `${next} ${t('refusals.recognised')}` : next;
}

/** The problem of an answer whose body was read already. */
export function toldProblem(answer: Response, body: unknown): Problem {
  return new Problem(answer.status, typeof body === 'object' && body !== null ? body : {}, answer.headers);
}

/** The problem that an answer tells, whatever its form; the answer can still be read afterwards. */
export async function problemOf(answer: Response): Promise<Problem> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return toldProblem(answer, body);
}
