// Shared parts of the desk's contract.
import { type TSchema, Type } from 'typebox';
import { refuseField } from '../../foundation/refusals/malformed.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { secretInside } from '../../foundation/secrets.ts';
import { FREE_TEXT, Instant } from '../../platform/http/schema.ts';

/** No name or reason needs more; the command line allows the same. */
export const LONGEST_WORDS = 200;

/** An operator's text, kept in the audit log forever: a card number in it is refused. */
export const Words = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: LONGEST_WORDS,
    format: FREE_TEXT,
    description,
    examples: ['register extract checked'],
  });

/** Rows of parked work of each kind that are shown: more of one kind share a cause and are released together. */
export const MOST_PARKED_SHOWN = 100;

/** An operator, a product or a company, by id and name. */
export const Named = Type.Object({ id: Type.String(), name: Type.String() });

/** A value that may be absent. */
export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const InstantOrNull = orNull(Instant);

/** A count that stops at a limit. */
export const Count = Type.Integer({ minimum: 0 });

const words = {
  400: 'The request is not valid',
  401: 'Nobody is signed in, or the session has ended',
  403: 'Cross-site, without the second factor, or not allowed',
  404: 'There is no such thing',
  409: 'It stands otherwise by now, so nothing was changed',
  413: 'Body too large',
  415: 'Media type not supported',
  429: 'Too much for now: wait as long as Retry-After says',
  500: 'Our mistake',
  503: 'Busy or shutting down',
} as const;

/** The refusals that an endpoint of the desk declares, in addition to the common ones. */
export function refusedAt<Statuses extends keyof typeof words>(
  ...statuses: Statuses[]
): Record<Statuses | 401 | 403 | 500 | 503, TSchema> {
  const all = [...new Set([...statuses, 401, 403, 500, 503] as const)];
  const entries = all.map((status) => [status, Type.Intersect([Type.Ref('ApiError')], { description: words[status] })]);
  return Object.fromEntries(entries) as ReturnType<typeof refusedAt<Statuses>>;
}

/** Text as stored: on one line, and without secrets. */
export function readWords(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || /\p{Cc}/u.test(trimmed) || secretInside.test(trimmed)) refuse('words_refused');
  return trimmed;
}

/** The reason of an action; a proposal must have one. */
export function readReason(reason: string | undefined, isProposed: boolean): string {
  if (reason !== undefined) return readWords(reason);
  return isProposed ? refuseField('body', 'reason', 'is required') : '';
}

/** A time as the desk shows it. */
export const shownAt = (at: Date): string => at.toISOString();

/** The same for one that may be absent. */
export const shownAtOrNull = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
