// Judges the daily verification of the ledger and the audit log: its findings, and whether it runs.
import { type Facts, secondsSince } from './facts.ts';
import type { Problem } from './problem.ts';
import type { Verified } from './sql.ts';

/** Verification runs every day; after a day and a half it was missed or does not end. */
const OLD_VERIFICATION_SECONDS = 36 * 3_600;

const words: Record<Verified['subject'], { bad: string; old: string }> = {
  ledger: { bad: 'The ledger does not add up', old: 'The ledger has not been verified' },
  audit: { bad: 'The audit log was changed', old: 'The audit log has not been verified' },
};

/** Problems in the history, and overdue verifications. */
export function judgeHistory({ verified, at }: Facts): Problem[] {
  return [
    ...verified.flatMap(({ subject, bad, last_at }) =>
      bad === null
        ? []
        : [
            {
              problem: words[subject].bad,
              why: `${bad.row}${ofBook(bad)}: ${bad.rule}; found ${last_at?.toISOString()}`,
              next: 'Stop writes: docs/runbooks/ledger-mismatch.md#first-ten-minutes',
            },
          ],
    ),
    ...verified
      .filter(({ last_at }) => secondsSince(last_at, at) > OLD_VERIFICATION_SECONDS)
      .map(({ subject, has_run, last_at }) => ({
        problem: words[subject].old,
        why: has_run ? `not since ${last_at?.toISOString()}` : 'no verification has ended yet',
        next: 'See why the job failed or did not run: docs/runbooks/operations.md#verification-is-old',
      })),
  ];
}

const ofBook = ({ company, environment }: NonNullable<Verified['bad']>) =>
  company === undefined ? '' : ` of ${company} (${environment})`;
