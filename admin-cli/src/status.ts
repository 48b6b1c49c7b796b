// The status of the cell on one screen: pending and stuck work, reason, age and next step.

import { toId } from '@cardwright/server/foundation/ids.ts';
import { formatUsd, type Usd } from '@cardwright/server/foundation/money/usd.ts';
import { SILENT_SECONDS } from '@cardwright/server/operations/run/claim.ts';
import {
  type Facts,
  MOST_COUNTED,
  readFacts,
  secondsSince,
  someWork,
} from '@cardwright/server/oversight/status/facts.ts';
import { judge } from '@cardwright/server/oversight/status/judge.ts';
import type { Problem } from '@cardwright/server/oversight/status/problem.ts';
import type { Backlog, Invoices, Waiting, Webhooks } from '@cardwright/server/oversight/status/sql.ts';
import { readPauses } from '@cardwright/server/surfaces/desk/pause-routes.ts';
import type { Command } from 'commander';
import pc from 'picocolors';
import { inOneLine, moment, type Shown, table } from './output.ts';
import { asReader, type Reading } from './reader.ts';
import { toJson } from './status-json.ts';

/** Adds `status`. */
export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description('Show pending and stuck work, with reason, age, held funds and the next step.')
    .addHelpText(
      'after',
      `
It changes nothing and may run at any time. Counts stop at ${MOST_COUNTED}; ${MOST_COUNTED + 1} in --json means more.
Times are real time, even for companies whose sandbox clock is ahead. Alerts and runbook: docs/runbooks/operations.md.

Example:
  cardwright-admin status`,
    )
    .action(asReader(status));
}

async function status({ db }: Reading): Promise<Shown> {
  const facts = await readFacts(db);
  const pauses = await readPauses(db, facts.pauses);
  const problems = judge(facts);
  return {
    json: { ...toJson(facts), pauses, problems },
    text: [
      pc.bold(moment(facts.at)),
      table(['what', 'environment', 'count', 'held, USD', 'oldest', 'details'], rowsOf(facts, pauses)),
      inWords(problems),
    ].join('\n\n'),
  };
}

type Pauses = Awaited<ReturnType<typeof readPauses>>;

function rowsOf(facts: Facts, pauses: Pauses): string[][] {
  const ago = (at: Date) => duration(secondsSince(at, facts.at));
  return [
    ...facts.waiting.map((row) => [
      waitingWords[row.reason],
      row.environment,
      countOf(row.operations),
      formatUsd(row.held),
      ago(row.oldest_at),
      row.reason === 'paused' ? pauseWords(row, pauses) : '',
    ]),
    ...facts.sending.map(({ environment, operations, silent, oldest_at }) => [
      'being sent',
      environment,
      countOf(operations),
      '',
      ago(oldest_at),
      silent > 0n ? `${countOf(silent)} silent for more than ${SILENT_SECONDS} s` : '',
    ]),
    ...facts.reviews.map(({ environment, operations, without_next, held, oldest_at, next_at }) => [
      'in review',
      environment,
      countOf(operations),
      formatUsd(held),
      ago(oldest_at),
      looksInWords(next_at, without_next),
    ]),
    ...facts.invoices.map(({ environment, state, invoices, without_next, oldest_at, next_at }) => [
      invoiceWords[state],
      environment,
      countOf(invoices),
      '',
      ago(oldest_at),
      state === 'review' ? looksInWords(next_at, without_next) : '',
    ]),
    ...facts.backlogs.map(({ backlog, environment, waiting, oldest_at }) => [
      backlogWords[backlog],
      environment ?? '',
      countOf(waiting),
      '',
      ago(oldest_at),
      '',
    ]),
    ...workRows(facts),
    ...workerRows(facts),
    ...webhookRows(facts),
    ...facts.held.map(({ environment, of_holds, of_operations, is_whole }) => [
      'money held',
      environment,
      '',
      formatUsd(of_holds),
      '',
      heldWords(of_holds, of_operations, is_whole),
    ]),
    ...reconciledRows(facts),
    ...verifiedRows(facts),
    ...facts.queues.map(({ name, ready, deferred, active, failed, counted_at }) => [
      `queue ${name}`,
      '',
      String(ready + deferred + active),
      '',
      '',
      `${ready} due, ${deferred} later, ${active} running, ${failed} failed; counted ${moment(counted_at) || 'never'}`,
    ]),
    ...pauseRows(pauses, facts.at),
  ];
}

const pauseRows = (pauses: Pauses, at: Date): string[][] =>
  pauses.map(({ id, environment, product, pausedBy, pausedAt, reason }) => [
    'pause',
    environment,
    '',
    '',
    duration(secondsSince(new Date(pausedAt), at)),
    `${product === null ? 'everything' : product.name}, by ${pausedBy.name}: ${reason} (${id})`,
  ]);

/** Differences between our books and the issuers' records, after the first reconciliation. */
const reconciledRows = ({ reconciled, at }: Facts): string[][] =>
  reconciled
    .filter(({ has_run, breaks }) => has_run || breaks > 0n)
    .map(({ environment, breaks, oldest_at, unread, last_at }) => [
      'differences from the issuer',
      environment,
      countOf(breaks),
      '',
      oldest_at === null ? '' : duration(secondsSince(oldest_at, at)),
      `reconciled ${moment(last_at)}${unread > 0n ? `; ${unread} could not be read` : ''}`,
    ]);

/** Kinds of background work with at least one row. */
const workRows = ({ work, at }: Facts): string[][] =>
  someWork(work).map(({ kind, environment, open, due, due_since, failing, parked, parked_since }) => [
    `work: ${kind.replaceAll('_', ' ')}`,
    environment,
    countOf(open + parked),
    '',
    due_since === null ? '' : duration(secondsSince(due_since, at)),
    [
      `${countOf(due)} due, ${countOf(failing)} failing, ${countOf(parked)} parked`,
      ...(parked_since === null ? [] : [`parked since ${moment(parked_since)}`]),
    ].join('; '),
  ]);

/** The running workers, and how many of them are stopped. */
const workerRows = ({ workers }: Facts): string[][] => {
  const stopped = workers.flatMap(({ stopped_since }) => (stopped_since === null ? [] : [stopped_since]));
  const [first] = stopped.toSorted((one, other) => one.getTime() - other.getTime());
  const about = first === undefined ? '' : `${stopped.length} STOPPED since ${moment(first)}`;
  return workers.length === 0 ? [] : [['workers', '', String(workers.length), '', '', about]];
};

/** Problems with webhooks. */
const webhookRows = ({ webhooks: rows, at }: Facts): string[][] =>
  rows.map(({ environment, state, webhooks, oldest_at }) => [
    webhookWords[state],
    environment,
    countOf(webhooks),
    '',
    duration(secondsSince(oldest_at, at)),
    '',
  ]);

/** The last verification of the ledger and the audit log. */
const verifiedRows = ({ verified, at }: Facts): string[][] =>
  verified
    .filter(({ has_run }) => has_run)
    .map(({ subject, entries, last_at, bad, compared_with_heads }) => [
      `${subject} verified`,
      '',
      String(entries),
      '',
      duration(secondsSince(last_at, at)),
      bad === null ? `intact${compared_with_heads ? '' : '; not compared with exported heads'}` : `WRONG: ${bad.row}`,
    ]);

const waitingWords: Record<Waiting['reason'], string> = {
  waiting: 'waiting for a worker',
  paused: 'waiting, paused',
  suspended: 'waiting, company suspended',
  unreachable: 'waiting, issuer unreachable',
  unanswered: 'waiting, no definite issuer response',
};

const invoiceWords: Record<Invoices['state'], string> = {
  creating: 'invoices waiting for a worker',
  paused: 'invoices waiting, paused',
  suspended: 'invoices waiting, company suspended',
  sent: 'invoices being created',
  due: 'invoices due for a check',
  review: 'invoices in review',
};

const looksInWords = (next: Date | null, withoutNext: bigint): string =>
  [
    next === null ? 'no further checks' : `next check ${moment(next)}`,
    ...(withoutNext > 0n ? [`${countOf(withoutNext)} need a decision`] : []),
  ].join('; ');

const backlogWords: Record<Backlog['backlog'], string> = {
  notifications: 'unprocessed notifications',
  unplaced: 'notifications unplaced',
  cases: 'open cases',
  proposals: 'open proposals',
  verifications: 'verifications to decide',
  seals: 'seals not exported',
  actions: 'actions not exported',
};

const webhookWords: Record<Webhooks['state'], string> = {
  behind: 'companies with undispatched events',
  due: 'webhook endpoints due',
  failing: 'webhook endpoints failing',
  disabled: 'webhook endpoints disabled after failures',
};

function pauseWords({ pause_id }: Waiting, pauses: Pauses): string {
  const pause = pauses.find(({ id }) => pause_id !== null && id === toId('pause', pause_id));
  return pause === undefined ? '' : `by ${pause.pausedBy.name} since ${moment(pause.pausedAt)}`;
}

function heldWords(ofHolds: Usd, ofOperations: Usd, isWhole: boolean): string {
  if (!isWhole) return `not compared: only the first ${MOST_COUNTED} were counted`;
  return ofHolds === ofOperations
    ? 'equal to the unfinished operations'
    : `NOT EQUAL to the unfinished operations: ${formatUsd(ofOperations)}`;
}

function inWords(problems: readonly Problem[]): string {
  if (problems.length === 0) return pc.green('All clear.');
  const items = problems.map(
    ({ problem, why, next }, index) =>
      `${index + 1}. ${pc.red(inOneLine(problem))}: ${inOneLine(why)}.\n   ${pc.bold(inOneLine(next))}`,
  );
  return [`Needs attention: ${problems.length}`, ...items].join('\n');
}

/** A readable count; marks a count that was cut off. */
const countOf = (count: bigint): string => (count > MOST_COUNTED ? `more than ${MOST_COUNTED}` : String(count));

/** A duration in its largest unit, such as `3 h`. */
function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}
