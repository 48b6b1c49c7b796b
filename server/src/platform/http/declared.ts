// The refusals of an endpoint, for its description: those that follow from its contract, and those that it names.
import type { RefusalCode } from '../../foundation/refusals/refusals.ts';
import type { Access } from './access.ts';
import { FREE_TEXT } from './schema.ts';

type Part = { properties?: object };

/** The parts of a route's schema that decide what can be refused. */
export type Contract = { body?: unknown; headers?: unknown; querystring?: unknown };

/** Any endpoint can answer these. */
const always: readonly RefusalCode[] = [
  'request_invalid',
  'key_invalid',
  'verification_required',
  'rate_limited',
  'overloaded',
  'recovering',
  'internal',
];

const has = (part: unknown, name: string) => name in ((part as Part | undefined)?.properties ?? {});

/** Every code that an endpoint can answer with. */
export function codesOf(method: string, schema: Contract, access: Access): readonly RefusalCode[] {
  const follows: [boolean, RefusalCode[]][] = [
    [access.permission !== 'any', ['scope_missing']],
    [access.limit === 'writes', ['company_suspended']],
    [access.sandboxOnly === true, ['sandbox_only']],
    [method !== 'GET', ['body_too_large', 'media_type_unsupported']],
    [has(schema.headers, 'idempotency-key'), ['idempotency_key_invalid', 'idempotency_conflict']],
    [has(schema.headers, 'sandbox-scenario'), ['scenario_invalid']],
    [has(schema.querystring, 'wait'), ['too_many_waiting']],
    [JSON.stringify(schema.body ?? {}).includes(`"format":"${FREE_TEXT}"`), ['card_number_refused']],
  ];
  const implied = follows.flatMap(([holds, codes]) => (holds ? codes : []));
  return [...always, ...implied, ...(access.refuses ?? [])];
}
