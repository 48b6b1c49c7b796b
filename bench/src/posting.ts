// How the bench calls the posting function of the ledger: the one place that knows its signature.
import type { Scope } from '@cardwright/server/scope.ts';

export type Posting = { name: string; text: string; values: (scope: Scope, reference: string) => unknown[] };

/** Entries of the larger batch: as many as a worker settles at once. */
const BATCH = 20;

const text = 'select * from ledger.post($1, $2, $3, $4, $5, $6, $7, $8)';

/** The calls to measure, each a statement with its values; every reference is new. */
export const postings: readonly Posting[] = [
  { name: 'ledger.post of 1 entry', text, values: (scope, reference) => batch(scope, reference, 1) },
  { name: `ledger.post of ${BATCH} entries`, text, values: (scope, reference) => batch(scope, reference, BATCH) },
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
    entries.flatMap((entry) => [entry, entry]),
    entries.flatMap(() => ['available', 'deposits']),
    entries.flatMap(() => [100, -100]),
  ];
}
