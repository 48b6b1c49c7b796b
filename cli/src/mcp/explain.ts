// Explains errors to an agent: the code, what it means, and what to do next.
import { ApiError, ConnectionError } from '@cardwright/sdk';
import { REFUSALS } from '../generated/refusals.ts';

/** A problem as a result. Nothing of the request is repeated, least of all its key. */
export type Explained = {
  code: string;
  message: string;
  nextStep: string;
  meaning?: string;
  retry?: string;
  requestId?: string;
  missingScopes?: string[];
  /** The page of the code, for `read_doc`. */
  page?: string;
  /** What the API says beyond the message, such as every wrong field. */
  details?: object;
};

/** A problem that is not a refusal of the API. */
export class ToolProblem extends Error {
  readonly explained: Explained;

  constructor(explained: Explained) {
    super(explained.message);
    this.explained = explained;
  }
}

/** What a code means and what to do next, as the documentation says it. Empty for a code newer than this program. */
export function meaningOf(code: string): Partial<Explained> {
  const known = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
  return known === undefined ? {} : { ...known, page: `errors/${code}` };
}

/** Any error of a tool. */
export function explainProblem(error: unknown): Explained {
  if (error instanceof ToolProblem) return error.explained;
  if (error instanceof ApiError) return explainRefusal(error);
  if (error instanceof ConnectionError)
    return {
      code: 'no_answer',
      message: error.message,
      nextStep: 'Check that the address of the API is right and reachable, then call the tool again. It only reads.',
    };
  return {
    code: 'internal_error',
    message: error instanceof Error ? error.message : 'The tool failed.',
    nextStep: 'Call the tool again. If it fails again, report it with the version of cardwright.',
  };
}

function explainRefusal(error: ApiError): Explained {
  const known = meaningOf(error.code);
  const scopes = error.code === 'scope_missing' ? (error.message.match(/\b[a-z]+:[a-z]+\b/g) ?? []) : [];
  const details = { ...error.details, ...(error.fields.length === 0 ? {} : { errors: error.fields }) };
  return {
    ...known,
    code: error.code,
    message: error.message,
    nextStep: known.nextStep ?? error.nextStep,
    retry: error.retry,
    ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
    ...(scopes.length === 0 ? {} : { missingScopes: scopes }),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  };
}
