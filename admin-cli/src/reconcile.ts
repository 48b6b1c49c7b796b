// Commands about reconciliations of our books with the issuers' records.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import { SETTLED_SECONDS } from '@cardwright/server/oversight/reconciliation/kinds.ts';
import type { Run, RunWithBreaks } from '@cardwright/server/surfaces/desk/reconciliation-routes.ts';
import { Argument, type Command, Option } from 'commander';
import type { Static } from 'typebox';
import { limitOption, readId, wholeNumber } from './arguments.ts';
import { noCompany } from './companies.ts';
import { atDesk, type Desk } from './desk.ts';
import { moment, type Shown, table } from './output.ts';
import { queryOf, readRows } from './pages.ts';
import { Problem } from './problem.ts';
import { showRun, stateOf } from './reconcile-words.ts';

const exampleRun = 'run_01jcp4vsb0e5d8zq6m5k1n7x2t';
const exampleCompany = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Poll interval while waiting for a run. */
const POLL_EVERY_MS = 500;

/** Workers poll every second: a run not taken by then means that no worker is running. */
const TAKEN_WITHIN_MS = 30_000;

type RunOptions = { company?: string; environment?: Environment; settledSeconds: number; wait: boolean };

/** Adds `reconcile`, `reconcile list` and `reconcile show`. */
export function addReconcileCommands(program: Command): void {
  const reconcile = program
    .command('reconcile')
    .description('Compare our books with the issuers’ records, company by company. It corrects nothing.')
    .option('--company <company>', 'only this company', readId('company', exampleCompany))
    .addOption(new Option('--environment <environment>', 'only this environment').choices(['sandbox', 'live']))
    .addOption(
      new Option('--settled-seconds <number>', 'a difference counts if it is unchanged after this time')
        .argParser(wholeNumber({ from: 0, to: 3_600 }))
        .default(SETTLED_SECONDS),
    )
    .option('--no-wait', 'start it and do not wait for its end')
    .addHelpText(
      'after',
      `
A worker carries it out, because only workers call issuers. Progress goes to stderr. A record that is not final, or
changed between two checks, is on its way and not a break. The exit code is 1 if there are breaks, or if a record could
not be compared. A worker also runs it every day at 04:47 UTC. What to do: docs/runbooks/reconciliation.md.

Examples:
  cardwright-admin reconcile
  cardwright-admin reconcile --company ${exampleCompany} --environment live`,
    )
    .action(atDesk(run));
  reconcile
    .command('list')
    .description('List reconciliations, newest first.')
    .addOption(limitOption())
    .addHelpText('after', '\nExample:\n  cardwright-admin reconcile list')
    .action(atDesk(list));
  reconcile
    .command('show')
    .description('Show every break of a reconciliation: both sides, since when, and the two safe resolutions.')
    .addArgument(new Argument('<run>', 'its id (run_…)').argParser(readId('reconciliation', exampleRun)))
    .addHelpText('after', `\nExample:\n  cardwright-admin reconcile show ${exampleRun}`)
    .action(atDesk(show));
}

type Run = Static<typeof Run>;
type RunWithBreaks = Static<typeof RunWithBreaks>;

async function run(desk: Desk, { company: companyId, wait, ...wish }: RunOptions): Promise<Shown> {
  const wanted = { companyId, ...wish };
  const begun = await desk.post<RunWithBreaks>('/reconciliations', wanted, noCompany(companyId ?? ''));
  return toShown(wait ? await untilOver(desk, begun) : begun);
}

/** Waits for the end of a run and prints its progress. Interrupting the wait does not stop the run. */
async function untilOver(desk: Desk, { id }: Run): Promise<RunWithBreaks> {
  const started = performance.now();
  let said = '';
  for (;;) {
    const found = await getRun(desk, id);
    if (found.state === 'over') return found;
    if (found.state === 'waiting' && performance.now() - started > TAKEN_WITHIN_MS) {
      throw new Problem(
        `No worker has taken ${id} yet: check that one is running. The run stays queued; ` +
          `\`reconcile show ${id}\` shows its outcome.`,
      );
    }
    const words = stateOf(found);
    if (words !== said) console.error(words);
    said = words;
    await sleep(POLL_EVERY_MS);
  }
}

async function list(desk: Desk, options: { limit: number }): Promise<Shown> {
  const { data } = await readRows<Run>(options.limit, async ({ limit, last }) => {
    const path = `/reconciliations${queryOf({ limit, before: last?.id })}`;
    const page = await desk.get<{ data: Run[]; nextBefore: string | null }>(path);
    return { data: page.data, hasMore: page.nextBefore !== null };
  });
  const rows = data.map((each) => [
    each.id,
    moment(each.startedAt),
    each.finishedAt === null ? 'running' : moment(each.finishedAt),
    each.company ?? 'every company',
    each.environment ?? 'both',
    String(each.compared),
    String(each.onTheirWay),
    String(each.notRead),
    String(each.breaks),
  ]);
  const head = [
    'id',
    'started',
    'finished',
    'company',
    'environment',
    'compared',
    'on their way',
    'not read',
    'breaks',
  ];
  return {
    json: { data },
    text: rows.length === 0 ? 'No reconciliations yet. Start one: cardwright-admin reconcile' : table(head, rows),
  };
}

const show = async (desk: Desk, id: string): Promise<Shown> => toShown(await getRun(desk, id));

const getRun = (desk: Desk, id: string) =>
  desk.get<RunWithBreaks>(`/reconciliations/${id}`, {
    reconciliation_not_found: `No reconciliation has the id ${id}: see \`reconcile list\`.`,
  });

const toShown = (run: RunWithBreaks): Shown => ({ json: run, text: showRun(run), ...failureOf(run) });

/** Fails the command if there are breaks, or if some records could not be compared. */
function failureOf({ id, breaks, notRead }: Run): Pick<Shown, 'failure'> {
  if (breaks > 0) return { failure: `${id} found ${breaks} differences: read docs/runbooks/reconciliation.md.` };
  if (notRead === 0) return {};
  return { failure: `${id} could not compare ${notRead} records: the issuer did not respond. Run it again.` };
}
