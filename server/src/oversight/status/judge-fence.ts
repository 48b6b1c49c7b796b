// Judges whether the database may be written to, and whether a loss of it would be noticed.
import { type Facts } from './facts.ts';
import type { Problem } from './problem.ts';

/** Marks are exported every second. */
const LATE_MARK_SECONDS = 30;

const runbook = (section: string) => `docs/runbooks/operations.md#${section}`;

/** A fence, a server that is not verified, and marks that are not exported. */
export function judgeFence({ server, markLag }: Facts): Problem[] {
  return [
    ...(server.fenced_at === null
      ? []
      : [
          {
            problem: 'Recovering: nothing is accepted or sent',
            why: `since ${server.fenced_at.toISOString()}: ${server.fenced_why}`,
            next: `Find out what was lost: ${runbook('recovering')}`,
          },
        ]),
    ...(server.fenced_at === null && server.timeline !== server.verified_timeline
      ? [
          {
            problem: 'The database server changed',
            why: `from timeline ${server.verified_timeline} to ${server.timeline}; nothing is accepted until it is verified`,
            next: `See that processes run: ${runbook('recovering')}`,
          },
        ]
      : []),
    ...(markLag !== null && markLag > LATE_MARK_SECONDS && server.fenced_at === null
      ? [
          {
            problem: 'Marks have not left the database',
            why: `the newest exported one is ${Math.round(markLag)} s old: a loss of later commits would go unnoticed`,
            next: `See that commits succeed, then read the worker's log: ${runbook('marks-not-exported')}`,
          },
        ]
      : []),
  ];
}
