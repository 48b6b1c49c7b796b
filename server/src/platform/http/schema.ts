// The parts that endpoint contracts are built from.
import { type TSchema, Type } from 'typebox';
import { exampleId, type Named } from '../../foundation/ids.ts';
import { LARGEST_USD, parseUsd, USD_PATTERN, type Usd } from '../../foundation/money/usd.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import { scenarios } from '../../foundation/scenarios.ts';
import { LONGEST_KEY } from '../idempotency/claim.ts';

/** An id in a response. */
export const idOf = (named: Named, options: { description?: string } = {}) =>
  Type.String({ ...options, examples: [exampleId(named)] });

/** Longer than any id of ours. Every unknown id is 404, whatever its form. */
const LONGEST_ID = 200;

/** An id in a request. */
export const givenId = (named: Named, options: { description?: string } = {}) =>
  text({ maxLength: LONGEST_ID, ...options, examples: [exampleId(named)] });

/** An amount in a request. */
export const Amount = Type.String({
  pattern: USD_PATTERN,
  description: 'US dollars, up to two decimals.',
  examples: ['250.50'],
});

/** An amount in a response: always two decimals. */
export const ShownAmount = Type.String({ pattern: '^\\d+\\.\\d{2}$', examples: ['250.50'] });

/** An amount in a response that may be negative. */
export const SignedAmount = Type.String({ pattern: '^-?\\d+\\.\\d{2}$', examples: ['-12.34'] });

/** A time in a response. */
export const Instant = Type.String({ format: 'date-time', examples: ['2026-11-15T09:30:00.000Z'] });

export const EnvironmentName = Type.Enum(['sandbox', 'live'], { type: 'string' });

/** Client text that the database can store: no NUL character. */
export const text = (options: {
  maxLength: number;
  minLength?: number;
  description?: string;
  format?: string;
  examples?: string[];
}) => Type.String({ pattern: '^[^\\u0000]*$', ...options });

/** The format of text for people. Validation refuses card numbers in it; ids and addresses are never scanned. */
export const FREE_TEXT = 'free-text';

/** Text for people, given by a client. */
export const freeText = (options: Parameters<typeof text>[0]) => text({ ...options, format: FREE_TEXT });

/** The body of every refused or failed request. */
export const ErrorBody = Type.Object(
  {
    statusCode: Type.Integer(),
    message: Type.String({ description: 'What is wrong and what to do, for people.' }),
    code: Type.String({ description: 'Stable: branch on this.' }),
    requestId: Type.String({ description: 'Also in the Request-Id header. Quote it when you ask for help.' }),
    retry: Type.Enum(['same_key', 'new_key', 'never'], {
      type: 'string',
      description:
        'same_key: repeat the same request later, under the same Idempotency-Key. new_key: something must change ' +
        'first, in the request or in the account; then send it under a new key. never: no form of this request ' +
        'will do.',
    }),
    resourceId: Type.Optional(Type.String({ description: 'The conflicting object.' })),
    differs: Type.Optional(
      Type.Array(Type.String(), { description: 'The fields that differ from the first request.' }),
    ),
    currentTotal: Type.Optional(Type.String({ description: 'quote_changed: the current total.' })),
    minimum: Type.Optional(Type.String({ description: 'amount_below_minimum: the least amount.' })),
    maximum: Type.Optional(Type.String({ description: 'amount_above_maximum: the largest amount.' })),
    available: Type.Optional(Type.String({ description: 'insufficient_funds: the available balance.' })),
    required: Type.Optional(Type.String({ description: 'insufficient_funds: the total of the request.' })),
    errors: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
        description: 'request_invalid: every problem, with its field.',
      }),
    ),
  },
  { $id: 'ApiError' },
);

/** The refusals that an endpoint of the portal declares, beyond the common ones. */
export function refused<Statuses extends keyof typeof statusWords>(
  ...statuses: Statuses[]
): Record<Statuses | 401 | 403 | 429 | 500 | 503, TSchema> {
  const entries = [...new Set([...statuses, 401, 403, 429, 500, 503] as const)].map(
    (status) => [status, Type.Intersect([Type.Ref('ApiError')], { description: statusWords[status] })] as const,
  );
  return Object.fromEntries(entries) as unknown as ReturnType<typeof refused<Statuses>>;
}

/** What a status means, in a few words. */
export const statusWords = {
  400: 'Validation or business rule failed',
  401: 'Invalid or revoked API key',
  403: 'Scope, verification or capability denied',
  404: 'Object not found in this company',
  405: 'Method not allowed on this path',
  409: 'Idempotency payload conflict or changed quote',
  413: 'Body too large',
  415: 'Media type not supported',
  429: 'Rate limited',
  500: 'Our mistake',
  503: 'Busy or shutting down',
} as const;

/** The header of every request that creates something. */
export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.String({
    minLength: 1,
    maxLength: LONGEST_KEY,
    description:
      'Yours to choose, one per thing you want to happen. Repeating the key and the request returns the first answer.',
    examples: ['order-2026-11-15-0042'],
  }),
});

/** The headers of a request to the issuer: a sandbox may choose its answer. */
export const OrderHeaders = Type.Object({
  ...IdempotencyHeader.properties,
  'sandbox-scenario': Type.Optional(
    Type.Enum(scenarios, {
      type: 'string',
      description: 'Addition, sandbox only: the fault that the simulated issuer plays.',
    }),
  ),
});

/** Parses an amount that must be above zero and within our limit, in cents. */
export function readAmount(text: string): Usd {
  const amount = parseUsd(text);
  if (amount === undefined || amount === 0n || amount > LARGEST_USD) refuse('amount_invalid');
  return amount;
}

/** For endpoints without query parameters: refuses any. */
export const NoQuery = Type.Object({});

/** The id in a path. Malformed ids are accepted here and answered with 404, like any unknown id. */
export const IdPath = Type.Object({ id: Type.String() });

/** The same, with an example. */
export const idPath = (named: Named): typeof IdPath => Type.Object({ id: idOf(named) });
