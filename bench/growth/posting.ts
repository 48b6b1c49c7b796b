// How the bench calls the ledger's posting functions: the one place that knows their signatures.

import type { Scope } from '@cardwright/server/foundation/scope.ts';
import { LARGEST_BATCH } from '@cardwright/server/platform/db/batcher.ts';

export type Posting = { name: string; text: string; values: (scope: Scope, reference: string) => unknown[] };

const text = 'select ledger.post($1, $2, $3, $4, $5, $6)';

/** The calls to measure, each a statement with its values; every reference is new. */
export const postings: readonly Posting[] = [
  {
    name: 'ledger.post_one',
    text: 'select ledger.post_one($1, $2, $3, $4, $5, $6)',
    values: ({ companyId, environment }, reference) => [
      companyId,
      environment,
      'sandbox_credit',
      reference,
      'Sandbox funds credited',
      100,
    ],
  },
  { name: 'ledger.post of 1 entry', text, values: (scope, reference) => batch(scope, reference, 1) },
  {
    name: `ledger.post of ${LARGEST_BATCH} entries`,
    text,
    values: (scope, reference) => batch(scope, reference, LARGEST_BATCH),
  },
];

/** Credits of a dollar, an entry each. */
function batch(scope: Scope, reference: string, size: number): unknown[] {
  const entries = Array.from({ length: size }, (_, index) => index + 1);
  return [
    entries.map(() => scope.companyId),
    entries.map(() => scope.environment),
    entries.map(() => 'sandbox_credit'),
    entries.map((entry) => `${reference}-${entry}`),
    entries.map(() => 'Sandbox funds credited'),
    entries.map(() => 100),
  ];
}
