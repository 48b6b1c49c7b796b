// Judges background work: parked rows, rows that fail repeatedly, and rows that no worker takes.
import type { WorkCount } from '../../platform/work/sql.ts';
import { type Facts, secondsSince } from './facts.ts';
import type { Problem } from './problem.ts';

/** Workers poll every second or two: a row that is due for longer has no loop. */
const LATE_SECONDS = 60;

const runbook = (section: string) => `docs/runbooks/work.md#${section}`;

/** Parked, failing and overdue rows, per kind and environment. */
export function judgeWork({ work, at }: Facts): Problem[] {
  return [...work.flatMap(judgeParked), ...work.flatMap((row) => judgeDue(row, at)), ...work.flatMap(judgeFailing)];
}

/** A readable name of a kind, such as `simulated payment`. */
const nameOf = ({ kind }: WorkCount) => kind.replaceAll('_', ' ');

const judgeParked = (row: WorkCount): Problem[] =>
  row.parked === 0n
    ? []
    : [
        {
          problem: `Parked work in ${row.environment}: ${nameOf(row)}, ${row.parked}`,
          why: `the oldest since ${row.parked_since?.toISOString() ?? 'no time'}: ${row.parked_reason || 'no reason'}`,
          next: `cardwright-admin work list --kind ${row.kind}`,
        },
      ];

const judgeDue = (row: WorkCount, at: Date): Problem[] =>
  secondsSince(row.due_since, at) <= LATE_SECONDS
    ? []
    : [
        {
          problem: `No worker takes work in ${row.environment}: ${nameOf(row)}, ${row.due}`,
          why: `due since ${row.due_since?.toISOString()}: no worker runs, or what it needs is not configured`,
          next: `See that workers run: ${runbook('work-waits')}`,
        },
      ];

const judgeFailing = (row: WorkCount): Problem[] =>
  row.failing === 0n
    ? []
    : [
        {
          problem: `Work in ${row.environment} keeps failing: ${nameOf(row)}, ${row.failing}`,
          why: `it is retried; the last error: ${row.failing_reason ?? 'none'}`,
          next: `Mend the cause: ${runbook('work-fails')}`,
        },
      ];
