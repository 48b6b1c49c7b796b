// The status of the cell on one screen: what waits, what is stuck, why, since when, and the next step.
import type { Command } from 'commander';
import pc from 'picocolors';
import { toId } from '../ids.ts';
import { formatUsd, type Usd } from '../money/usd.ts';
import { operatorNames } from '../operators/operators.ts';
import { SILENT_SECONDS } from '../running/claim.ts';
import { type Facts, MOST_COUNTED, readFacts, secondsSince } from '../status/facts.ts';
import { judge, type Problem } from '../status/judge.ts';
import type { Backlog, Invoices, Waiting, Webhooks } from '../status/sql.ts';
import { inOneLine, moment, type Shown, table } from './output.ts';
import { toShown } from './pauses.ts';
import { asOperator, type Session } from './session.ts';

/** Adds `status`. */
export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description('Show what waits, what is stuck, why, since when, how much money it holds, and the next step.')
    .addHelpText(
      'after',
      `
It changes nothing and may run at any time: it counts up to ${MOST_COUNTED} of each, and ${MOST_COUNTED + 1} in --json means more than that.
Times are real time, also for companies whose sandbox clock runs ahead. Alerts and what to do: docs/runbooks/operations.md.

Example:
  npm run admin -- status`,
    )
    .action(asOperator(status));
}

async function status({ db }: Session): Promise<Shown> {
  const facts = await readFacts(db);
  const names = await operatorNames(db, [...new Set(facts.pauses.map(({ paused_by }) => paused_by))]);
  const pauses = facts.pauses.map((pause) => toShown(pause, names));
  const problems = judge(facts);
  return {
    json: { ...toJson(facts), pauses, problems },
    text: [
      pc.bold(moment(facts.at)),
      table(['what', 'environment', 'how many', 'held, USD', 'oldest', 'about it'], rowsOf(facts, pauses)),
      inWords(problems),
    ].join('\n\n'),
  };
}

type Pauses = ReturnType<typeof toShown>[];

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
    duration(secondsSince(pausedAt, at)),
    `${product === null ? 'everything' : product.name}, by ${pausedBy.name}: ${reason} (${id})`,
  ]);

/** How our books stand to the issuers' records, once somebody has compared them. */
const reconciledRows = ({ reconciled, at }: Facts): string[][] =>
  reconciled
    .filter(({ has_run, breaks }) => has_run || breaks > 0n)
    .map(({ environment, breaks, oldest_at, unread, last_at }) => [
      'differences to the issuer',
      environment,
      countOf(breaks),
      '',
      oldest_at === null ? '' : duration(secondsSince(oldest_at, at)),
      `reconciled ${moment(last_at)}${unread > 0n ? `; ${unread} could not be read` : ''}`,
    ]);

/** What is wrong about webhooks. */
const webhookRows = ({ webhooks: rows, at }: Facts): string[][] =>
  rows.map(({ environment, state, webhooks, oldest_at }) => [
    webhookWords[state],
    environment,
    countOf(webhooks),
    '',
    duration(secondsSince(oldest_at, at)),
    '',
  ]);

const waitingWords: Record<Waiting['reason'], string> = {
  waiting: 'waiting for a worker',
  paused: 'waiting, paused',
  suspended: 'waiting, company suspended',
  unreachable: 'waiting, issuer unreachable',
};

const invoiceWords: Record<Invoices['state'], string> = {
  creating: 'invoices waiting for a worker',
  paused: 'invoices waiting, paused',
  suspended: 'invoices waiting, company suspended',
  sent: 'invoices being asked for',
  due: 'invoices to be looked at',
  review: 'invoices in review',
};

const looksInWords = (next: Date | null, withoutNext: bigint): string =>
  [
    next === null ? 'no more looks' : `next look ${moment(next)}`,
    ...(withoutNext > 0n ? [`${countOf(withoutNext)} only people can decide`] : []),
  ].join('; ');

const backlogWords: Record<Backlog['backlog'], string> = {
  notifications: 'notifications not processed',
  payments: 'payments without a card',
  holders: 'holders not registered',
  simulations: 'simulations not done',
  cases: 'cases open',
  proposals: 'proposals for a second operator',
  seals: 'seals not exported',
};

const webhookWords: Record<Webhooks['state'], string> = {
  behind: 'companies with events not handed on',
  due: 'webhook endpoints to be served',
  failing: 'webhook endpoints failing',
  disabled: 'webhook endpoints disabled for it',
};

function pauseWords({ pause_id }: Waiting, pauses: Pauses): string {
  const pause = pauses.find(({ id }) => pause_id !== null && id === toId('pause', pause_id));
  return pause === undefined ? '' : `by ${pause.pausedBy.name} since ${moment(pause.pausedAt)}`;
}

function heldWords(ofHolds: Usd, ofOperations: Usd, isWhole: boolean): string {
  if (!isWhole) return `too many to compare: of the first ${MOST_COUNTED} only`;
  return ofHolds === ofOperations
    ? 'equal to the unfinished operations'
    : `NOT EQUAL to the unfinished operations: ${formatUsd(ofOperations)}`;
}

function inWords(problems: readonly Problem[]): string {
  if (problems.length === 0) return pc.green('Nothing needs you.');
  const items = problems.map(
    ({ problem, why, next }, index) =>
      `${index + 1}. ${pc.red(inOneLine(problem))}: ${inOneLine(why)}.\n   ${pc.bold(inOneLine(next))}`,
  );
  return [`Needs somebody: ${problems.length}`, ...items].join('\n');
}

/** A count as people read it: what was not counted to its end says so. */
const countOf = (count: bigint): string => (count > MOST_COUNTED ? `more than ${MOST_COUNTED}` : String(count));

/** A duration in its largest unit, such as `3 h`. */
function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}

const toJson = (facts: Facts) => ({
  at: facts.at,
  waiting: facts.waiting.map((row) => ({
    environment: row.environment,
    reason: row.reason,
    pause: row.pause_id === null ? null : toId('pause', row.pause_id),
    operations: Number(row.operations),
    held: formatUsd(row.held),
    oldestAt: row.oldest_at,
  })),
  sending: facts.sending.map((row) => ({
    environment: row.environment,
    operations: Number(row.operations),
    silent: Number(row.silent),
    oldestAt: row.oldest_at,
  })),
  reviews: facts.reviews.map((row) => ({
    environment: row.environment,
    operations: Number(row.operations),
    forPeople: Number(row.without_next),
    held: formatUsd(row.held),
    oldestAt: row.oldest_at,
    nextCheckAt: row.next_at,
  })),
  invoices: facts.invoices.map((row) => ({
    environment: row.environment,
    state: row.state,
    invoices: Number(row.invoices),
    forPeople: Number(row.without_next),
    oldestAt: row.oldest_at,
    nextCheckAt: row.next_at,
  })),
  held: facts.held.map((row) => ({
    environment: row.environment,
    byLedger: formatUsd(row.of_holds),
    byOperations: formatUsd(row.of_operations),
    isWhole: row.is_whole,
  })),
  backlogs: facts.backlogs.map((row) => ({
    backlog: row.backlog,
    environment: row.environment,
    waiting: Number(row.waiting),
    oldestAt: row.oldest_at,
  })),
  reconciled: facts.reconciled.map((row) => ({
    environment: row.environment,
    breaks: Number(row.breaks),
    oldestAt: row.oldest_at,
    notRead: Number(row.unread),
    lastAt: row.has_run ? row.last_at : null,
  })),
  webhooks: facts.webhooks.map((row) => ({
    environment: row.environment,
    state: row.state,
    webhooks: Number(row.webhooks),
    oldestAt: row.oldest_at,
  })),
  queues: facts.queues.map(({ counted_at, ...queue }) => ({ ...queue, countedAt: counted_at })),
});
