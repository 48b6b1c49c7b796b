// Output of reconciliations and their breaks.

import type { Break, Run, RunWithBreaks } from '@cardwright/server/surfaces/desk/reconciliation-routes.ts';
import pc from 'picocolors';
import type { Static } from 'typebox';
import { facts, inOneLine, moment } from './output.ts';

type Run = Static<typeof Run>;

/** The progress of a run in one line. */
export function stateOf(run: Run): string {
  const done = `${run.books} books, ${run.compared} records compared, ${run.breaks} differences`;
  if (run.state === 'waiting') return 'waiting for a worker';
  if (run.suspects === 0) return done;
  return `${done}; ${run.suspects} differences will be checked again by ${moment(run.nextAt)}`;
}

/** A run on one screen: compared and skipped records, and every break with its resolutions. */
export function showRun(run: Static<typeof RunWithBreaks>): string {
  const rows: [string, string][] = [
    ['run', run.id],
    ['of', `${run.company ?? 'every company'}, ${run.environment ?? 'sandbox and live'}`],
    ['from', moment(run.startedAt)],
    ['until', moment(run.finishedAt) || `under way: ${stateOf(run)}`],
    ['compared', `${run.compared} operations, invoices and cards in ${run.books} books`],
    ['on their way', `${run.onTheirWay}: not final, or changed during the comparison; not counted as breaks`],
  ];
  if (run.notRead > 0) rows.push(['not compared', `${run.notRead}: the issuer gave no answer, or none is configured`]);
  if (run.explained > 0) rows.push(['explained', `${run.explained}: decided in a case by two operators`]);
  return [facts(rows), ...run.data.map(inWords), ending(run, run.data.length)].join('\n\n');
}

/** The outcome in one line. Records that could not be compared are counted apart. */
function ending({ breaks, notRead, finishedAt }: Run, shown: number): string {
  if (finishedAt === null) return 'It continues in the background.';
  if (breaks > 0) {
    const counted = breaks === 1 ? '1 difference' : `${breaks} differences`;
    return pc.red(breaks > shown ? `${counted}, of which ${shown} are shown.` : `${counted}.`);
  }
  if (notRead === 0) return pc.green('Zero differences.');
  return `Zero differences in what was compared; ${notRead} could not be compared.`;
}

const inWords = ({ sides, ways, ...found }: Static<typeof Break>): string =>
  [
    `${pc.red(inOneLine(found.kind))}  ${inOneLine(found.subject)}  (${found.company}, ${found.environment})`,
    facts([
      ['  should', found.rule],
      [`  ${sides.ours}`, found.ours],
      [`  ${sides.theirs}`, found.theirs],
      ['  since', moment(found.since)],
      ...ways.map((way, index): [string, string] => [`  resolution ${index + 1}`, way]),
    ]),
  ].join('\n');
