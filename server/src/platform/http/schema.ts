// The pieces that every endpoint's contract is made of.
import { type TSchema, Type } from 'typebox';
import { LARGEST_USD, parseUsd, USD_PATTERN, type Usd } from '../../foundation/money/usd.ts';
import { deskRefusals } from '../../foundation/refusals/desk.ts';
import { portalRefusals } from '../../foundation/refusals/portal.ts';
import { type RefusalCode, refusals, refuse } from '../../foundation/refusals/refusals.ts';
import { LONGEST_KEY } from '../idempotency/claim.ts';

/** An amount in a request. */
export const Amount = Type.String({
  pattern: USD_PATTERN,
  description: 'US dollars, up to two decimals.',
  examples: ['250.50'],
});

/** An amount in a response: always two decimals. */
export const ShownAmount = Type.String({ pattern: '^\\d+\\.\\d{2}$', examples: ['250.50'] });

/** An amount in a response that may be below zero. */
export const SignedAmount = Type.String({ pattern: '^-?\\d+\\.\\d{2}$', examples: ['-12.34'] });

/** A moment in a response. */
export const Instant = Type.String({ format: 'date-time', examples: ['2026-11-15T09:30:00.000Z'] });

export const EnvironmentName = Type.Enum(['sandbox', 'live'], { type: 'string' });

/** Text that a client gives us and the database can keep: no NUL character. */
export const text = (options: { maxLength: number; minLength?: number; description?: string; format?: string }) =>
  Type.String({ pattern: '^[^\\u0000]*$', ...options });

/** The format of words for people. Validation refuses a card number in them; ids and addresses are never scanned. */
export const FREE_TEXT = 'free-text';

/** Words for people that a client gives us. */
export const freeText = (options: Parameters<typeof text>[0]) => text({ ...options, format: FREE_TEXT });

/** The answer to every request that is refused or fails. */
export const ErrorBody = Type.Object(
  {
    statusCode: Type.Integer(),
    message: Type.String({ description: 'What is wrong and what to do, for people.' }),
    code: Type.String({ description: 'Stable: branch on this.' }),
    requestId: Type.String({ description: 'Also in the Request-Id header. Quote it when you ask for help.' }),
    retry: Type.Enum(['same_key', 'new_key', 'never'], {
      type: 'string',
      description:
        'same_key: repeat later as it is, with the same Idempotency-Key. new_key: use another ' +
        'Idempotency-Key. never: repeated as it is, the answer stays no.',
    }),
    resourceId: Type.Optional(Type.String({ description: 'The object that stands in the way.' })),
    differs: Type.Optional(
      Type.Array(Type.String(), { description: 'The fields that differ from the first request.' }),
    ),
    currentTotal: Type.Optional(Type.String({ description: 'quote_changed: the total that holds now.' })),
  },
  { $id: 'Error' },
);

/** The refusals an endpoint declares, beyond those that every endpoint has. */
export function refused<Statuses extends keyof typeof words>(
  ...statuses: Statuses[]
): Record<Statuses | 401 | 403 | 429 | 500 | 503, TSchema> {
  const entries = [...new Set([...statuses, 401, 403, 429, 500, 503] as const)].map((status) => {
    const examples = (Object.keys(refusals) as RefusalCode[])
      .filter((code) => refusals[code][0] === status && !(code in deskRefusals) && !(code in portalRefusals))
      .map((code) => ({
        statusCode: status,
        message: refusals[code][2],
        code,
        requestId: 'req_…',
        retry: refusals[code][1],
      }));
    return [status, Type.Intersect([Type.Ref('Error')], { description: words[status], examples })] as const;
  });
  return Object.fromEntries(entries) as unknown as ReturnType<typeof refused<Statuses>>;
}

const words = {
  400: 'Validation or business rule failed',
  401: 'Invalid or revoked API key',
  403: 'Scope, verification or capability denied',
  404: 'Object not found in this company',
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
      'Yours to choose, one per thing you want to happen. The same key and request again: the first answer again.',
  }),
});

/** The headers of a request that the issuer is asked about: a sandbox may choose what it answers. */
export const OrderHeaders = Type.Object({
  ...IdempotencyHeader.properties,
  'sandbox-scenario': Type.Optional(
    Type.String({ description: 'Addition, sandbox only: the fault that the simulated issuer plays.' }),
  ),
});

/** The cents of an amount that must be above zero and within what we accept. */
export function readAmount(text: string): Usd {
  const amount = parseUsd(text);
  if (amount === undefined || amount === 0n || amount > LARGEST_USD) refuse('amount_invalid');
  return amount;
}

/** An endpoint without parameters in its query refuses whatever is there. */
export const NoQuery = Type.Object({});

/** The id in a path. Whatever its form, an id that names nothing here is 404, so no form is refused. */
export const IdPath = Type.Object({ id: Type.String() });
