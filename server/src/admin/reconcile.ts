// Commands about reconciliations: our books, compared with what the issuers have on record.
import { setTimeout as sleep } from 'node:timers/promises';
import { Argument, type Command, Option } from 'commander';
import { toId } from '../ids.ts';
import { begin, SETTLED_SECONDS } from '../reconciling/begin.ts';
import { readBreaks } from '../reconciling/breaks.ts';
import { findRun, listRuns, type RunRow } from '../reconciling/sql.ts';
import type { Environment } from '../scope.ts';
import { idOf, limitOption, wholeNumber } from './arguments.ts';
import { getCompany } from './companies.ts';
import { moment, type Shown, table } from './output.ts';
import { Problem } from './problem.ts';
import { showRun, stateOf, toShownBreak, toShownRun } from './reconcile-words.ts';
import { asOperator, type Session } from './session.ts';

const exampleRun = 'run_01jcp4vsb0e5d8zq6m5k1n7x2t';
const exampleCompany = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** How often a run that is waited for is looked at. */
const LOOK_EVERY_MS = 500;

/** A worker looks every second: when none has taken it by then, none runs. */
const TAKEN_WITHIN_MS = 30_000;

type RunOptions = { company?: string; environment?: Environment; settledSeconds: number; wait: boolean };

/** Adds `reconcile`, `reconcile list` and `reconcile show`. */
export function addReconcileCommands(program: Command): void {
  const reconcile = program
    .command('reconcile')
    .description('Compare our books with the issuers’ records, company by company. It corrects nothing.')
    .option('--company <company>', 'only this company', idOf('company', exampleCompany))
    .addOption(new Option('--environment <environment>', 'only this environment').choices(['sandbox', 'live']))
    .addOption(
      new Option('--settled-seconds <number>', 'a difference counts when it is still the same after so long')
        .argParser(wholeNumber({ from: 0, to: 3_600 }))
        .default(SETTLED_SECONDS),
    )
    .option('--no-wait', 'ask for it and do not wait for its end')
    .addHelpText(
      'after',
      `
A worker carries it out, because no other process may ask an issuer; progress goes to stderr. What is not final, or has
changed between the two looks, is on its way and no break. The exit code is 1 when there are breaks, and when something
could not be compared. The worker does the same every day at 04:47 UTC. What to do: docs/runbooks/reconciliation.md.

Examples:
  npm run admin -- reconcile
  npm run admin -- reconcile --company ${exampleCompany} --environment live`,
    )
    .action(asOperator(run));
  reconcile
    .command('list')
    .description('List reconciliations, newest first.')
    .addOption(limitOption())
    .addHelpText('after', '\nExample:\n  npm run admin -- reconcile list')
    .action(asOperator(list));
  reconcile
    .command('show')
    .description('Show every break of a reconciliation: both sides, since when, and the two safe ways out.')
    .addArgument(new Argument('<run>', 'its id (run_…)').argParser(idOf('reconciliation', exampleRun)))
    .addHelpText('after', `\nExample:\n  npm run admin -- reconcile show ${exampleRun}`)
    .action(asOperator((session: Session, runId: string) => show(session, runId)));
}

async function run(session: Session, { company, environment, settledSeconds, wait }: RunOptions): Promise<Shown> {
  if (company !== undefined) await getCompany(session, company);
  const runId = await begin(session, {
    operatorId: session.actor.operatorId,
    settledSeconds,
    ...(company === undefined ? {} : { companyId: company }),
    ...(environment === undefined ? {} : { environment }),
  });
  if (runId === undefined) throw new Problem('You are not an active operator any more: ask another one.');
  if (wait) await untilOver(session, runId);
  return show(session, runId);
}

/** Waits for the end of a run, and says how far it is. Whoever stops waiting stops nothing. */
async function untilOver({ db }: Session, runId: string): Promise<void> {
  const started = performance.now();
  let said = '';
  for (;;) {
    const found = await findRun(db, runId);
    if (found === undefined || found.finished_at !== null) return;
    if (found.step === 0n && performance.now() - started > TAKEN_WITHIN_MS) {
      throw new Problem(
        `No worker has taken ${toId('reconciliation', runId)} yet: see that one runs. It goes on by itself, and ` +
          `\`reconcile show ${toId('reconciliation', runId)}\` tells how it ended.`,
      );
    }
    const words = stateOf(found);
    if (words !== said) console.error(words);
    said = words;
    await sleep(LOOK_EVERY_MS);
  }
}

async function list({ db }: Session, { limit }: { limit: number }): Promise<Shown> {
  const runs = await listRuns(db, { limit });
  const rows = runs.map((each) => [
    toId('reconciliation', each.id),
    moment(each.started_at),
    each.finished_at === null ? 'under way' : moment(each.finished_at),
    each.only_company === null ? 'every company' : toId('company', each.only_company),
    each.only_environment ?? 'both',
    String(each.compared),
    String(each.on_their_way),
    String(each.unread),
    String(each.breaks),
  ]);
  const head = ['id', 'started', 'over', 'of', 'environment', 'compared', 'on their way', 'not read', 'breaks'];
  return {
    json: { data: runs.map(toShownRun) },
    text: rows.length === 0 ? 'Nothing was reconciled yet: npm run admin -- reconcile' : table(head, rows),
  };
}

async function show({ db }: Session, runId: string): Promise<Shown> {
  const found = await findRun(db, runId);
  const id = toId('reconciliation', runId);
  if (found === undefined) throw new Problem(`No reconciliation has the id ${id}: see \`reconcile list\`.`);
  const breaks = (await readBreaks(db, runId)).map(({ scope, row }) => toShownBreak(scope, row));
  return {
    json: { ...toShownRun(found), data: breaks },
    text: showRun(found, breaks),
    ...failureOf(found),
  };
}

/** Why whoever waits for it should not go on as if all were well: there are breaks, or nobody knows. */
function failureOf({ id, breaks, unread }: RunRow): Pick<Shown, 'failure'> {
  const run = toId('reconciliation', id);
  if (breaks > 0n) return { failure: `${run} found ${breaks} differences: read docs/runbooks/reconciliation.md.` };
  if (unread === 0n) return {};
  return { failure: `${run} could not compare ${unread} records: the issuer gave no answer. Run it again.` };
}
