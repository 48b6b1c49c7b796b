// How reconciliations and their breaks are shown to operators.
import pc from 'picocolors';
import { toId } from '../ids.ts';
import { findKind } from '../reconciling/kinds.ts';
import type { BreakRow, RunRow } from '../reconciling/sql.ts';
import type { Environment, Scope } from '../scope.ts';
import { facts, inOneLine, moment } from './output.ts';

/** A break as scripts read it. */
export type ShownBreak = {
  company: string;
  environment: Environment;
  kind: string;
  rule: string;
  subject: string;
  ours: string;
  theirs: string;
  since: Date;
  ways: readonly string[];
};

/** A break with its rule and its ways out. */
export function toShownBreak({ companyId, environment }: Scope, row: BreakRow): ShownBreak {
  const about = findKind(row.kind);
  return {
    company: toId('company', companyId),
    environment,
    kind: row.kind,
    rule: about?.rule ?? 'a rule that this version does not know',
    subject: row.subject,
    ours: row.ours,
    theirs: row.theirs,
    since: row.since,
    ways: about?.ways ?? [],
  };
}

/** A run as scripts read it. */
export const toShownRun = (run: RunRow) => ({
  id: toId('reconciliation', run.id),
  company: run.only_company === null ? null : toId('company', run.only_company),
  environment: run.only_environment,
  askedBy: run.asked_by === null ? null : toId('operator', run.asked_by),
  settledSeconds: run.settled_seconds,
  startedAt: run.started_at,
  finishedAt: run.finished_at,
  books: Number(run.books),
  compared: Number(run.compared),
  onTheirWay: Number(run.on_their_way),
  notRead: Number(run.unread),
  explained: Number(run.explained),
  breaks: Number(run.breaks),
});

/** How far a run is, in one line. */
export function stateOf(run: RunRow): string {
  const done = `${run.books} books, ${run.compared} records compared, ${run.breaks} differences`;
  if (run.step === 0n) return 'waiting for a worker';
  if (run.suspects === 0n) return done;
  return `${done}; ${run.suspects} differences are looked at again, at ${moment(run.next_at)} or before`;
}

/** A run on one screen: what was compared, what was not and why, and every break with its ways out. */
export function showRun(run: RunRow, breaks: readonly ShownBreak[]): string {
  const isOver = run.finished_at !== null;
  const rows: [string, string][] = [
    ['run', toId('reconciliation', run.id)],
    ['of', ofWhat(run)],
    ['from', moment(run.started_at)],
    ['until', isOver ? moment(run.finished_at) : `under way: ${stateOf(run)}`],
    ['compared', `${run.compared} operations, invoices and cards in ${run.books} books`],
    ['on their way', `${run.on_their_way}: not final, or changing while we looked; no break`],
    ...(run.unread === 0n ? [] : [notRead(run)]),
    ...(run.explained === 0n ? [] : [explained(run)]),
  ];
  return [facts(rows), ...breaks.map(inWords), ending(run, breaks.length)].join('\n\n');
}

const ofWhat = ({ only_company, only_environment }: RunRow) =>
  `${only_company === null ? 'every company' : toId('company', only_company)}, ${only_environment ?? 'sandbox and live'}`;

const notRead = ({ unread }: RunRow): [string, string] => [
  'not compared',
  `${unread}: the issuer gave no answer, or none is configured`,
];

const explained = ({ explained: decided }: RunRow): [string, string] => [
  'explained',
  `${decided}: two operators have decided about the case`,
];

/** How it ended, in one line. What could not be compared is neither a difference nor none. */
function ending({ breaks, unread, finished_at }: RunRow, shown: number): string {
  if (finished_at === null) return 'It goes on by itself, whether or not anybody waits.';
  if (breaks > 0n) {
    const counted = breaks === 1n ? '1 difference' : `${breaks} differences`;
    return pc.red(Number(breaks) > shown ? `${counted}, of which ${shown} are shown.` : `${counted}.`);
  }
  if (unread === 0n) return pc.green('Zero differences.');
  return `Zero differences in what was compared; ${unread} could not be compared.`;
}

const inWords = ({ company, environment, kind, rule, subject, ours, theirs, since, ways }: ShownBreak): string => {
  const [ourSide, theirSide] = findKind(kind)?.sides ?? ['ours', 'theirs'];
  return [
    `${pc.red(inOneLine(kind))}  ${inOneLine(subject)}  (${company}, ${environment})`,
    facts([
      ['  should', rule],
      [`  ${ourSide}`, ours],
      [`  ${theirSide}`, theirs],
      ['  since', moment(since)],
      ...ways.map((way, index): [string, string] => [`  way ${index + 1}`, way]),
    ]),
  ].join('\n');
};
