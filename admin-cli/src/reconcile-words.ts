// How reconciliations and their breaks are shown to operators.

import type { Break, Run, RunWithBreaks } from '@cardwright/server/surfaces/desk/reconciliation-routes.ts';
import pc from 'picocolors';
import type { Static } from 'typebox';
import { facts, inOneLine, moment } from './output.ts';

type Run = Static<typeof Run>;

/** How far a run is, in one line. */
export function stateOf(run: Run): string {
  const done = `${run.books} books, ${run.compared} records compared, ${run.breaks} differences`;
  if (run.state === 'waiting') return 'waiting for a worker';
  if (run.suspects === 0) return done;
  return `${done}; ${run.suspects} differences are looked at again, at ${moment(run.nextAt)} or before`;
}

/** A run on one screen: what was compared, what was not and why, and every break with its ways out. */
export function showRun(run: Static<typeof RunWithBreaks>): string {
  const rows: [string, string][] = [
    ['run', run.id],
    ['of', `${run.company ?? 'every company'}, ${run.environment ?? 'sandbox and live'}`],
    ['from', moment(run.startedAt)],
    ['until', moment(run.finishedAt) || `under way: ${stateOf(run)}`],
    ['compared', `${run.compared} operations, invoices and cards in ${run.books} books`],
    ['on their way', `${run.onTheirWay}: not final, or changing while we looked; no break`],
  ];
  if (run.notRead > 0) rows.push(['not compared', `${run.notRead}: the issuer gave no answer, or none is configured`]);
  if (run.explained > 0) rows.push(['explained', `${run.explained}: two operators have decided about the case`]);
  return [facts(rows), ...run.data.map(inWords), ending(run, run.data.length)].join('\n\n');
}

/** How it ended, in one line. What could not be compared is neither a difference nor none. */
function ending({ breaks, notRead, finishedAt }: Run, shown: number): string {
  if (finishedAt === null) return 'It goes on by itself, whether or not anybody waits.';
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
      ...ways.map((way, index): [string, string] => [`  way ${index + 1}`, way]),
    ]),
  ].join('\n');
