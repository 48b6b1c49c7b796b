// Commands about parked background work.

import type { Environment } from '@cardwright/server/foundation/scope.ts';
import { MOST_PARKED_SHOWN } from '@cardwright/server/surfaces/desk/contract.ts';
import type { Parked } from '@cardwright/server/surfaces/desk/work-routes.ts';
import { Argument, type Command, Option } from 'commander';
import type { Static } from 'typebox';
import { readId } from './arguments.ts';
import { atDesk, type Desk } from './desk.ts';
import { inOneLine, moment, type Shown, table } from './output.ts';
import { Problem, UsageProblem } from './problem.ts';

/** Adds every `work …` command. */
export function addWorkCommands(program: Command): void {
  const work = program
    .command('work')
    .description('parked background work: rows with an error that retries cannot fix');

  work
    .command('list')
    .description(`List parked work with its reason, oldest first, at most ${MOST_PARKED_SHOWN} of each kind.`)
    .option('--kind <kind>', 'only this kind, as shown by `status`, with underscores')
    .addHelpText('after', '\nExample:\n  cardwright-admin work list')
    .action(atDesk(list));

  work
    .command('release')
    .description('Release parked work to be retried. Fix the cause first.')
    .addArgument(new Argument('<kind>', 'the kind, as shown by `work list`'))
    .addOption(
      new Option('--environment <environment>', 'environment of the work')
        .choices(['sandbox', 'live'])
        .makeOptionMandatory(),
    )
    .option('--company <company>', 'with --id: one row', readId('company', 'com_01jcp4vsb0e5d8zq6m5k1n7x2t'))
    .option('--id <id>', 'the row, as shown by `work list`')
    .option('--all', 'every parked row of this kind in this environment')
    .addHelpText(
      'after',
      '\nExamples:\n  cardwright-admin work release holder --environment live --all' +
        '\n  cardwright-admin work release holder --environment live --company com_01jcp4vsb0e5d8zq6m5k1n7x2t ' +
        '--id 019a8c1e-5d2f-7b3a-9c4d-1e2f3a4b5c6d',
    )
    .action(atDesk(release));
}

async function list(desk: Desk, { kind }: { kind?: string }): Promise<Shown> {
  const parked = await desk.get<{ data: Static<typeof Parked>[] }>('/work/parked');
  const data = parked.data.filter((row) => kind === undefined || row.kind === kind);
  return {
    json: { data },
    text:
      data.length === 0
        ? 'No parked work.'
        : table(
            ['kind', 'environment', 'company', 'id', 'parked', 'attempts', 'reason'],
            data.map((row) => [
              row.kind,
              row.environment,
              row.company,
              row.id,
              moment(row.parkedAt),
              String(row.attempts),
              inOneLine(row.reason),
            ]),
          ),
  };
}

type ReleaseOptions = { environment: Environment; company?: string; id?: string; all?: true };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function release(desk: Desk, kind: string, { environment, company, id, all }: ReleaseOptions): Promise<Shown> {
  const isOne = company !== undefined && id !== undefined && UUID.test(id);
  if (isOne === (all === true) || (all && (company !== undefined || id !== undefined))) {
    throw new UsageProblem('Give --all, or one row with --company and --id.');
  }
  const row = isOne ? { company, id } : undefined;
  const { released } = await desk.post<{ released: number }>('/work/release', { kind, environment, row });
  if (released === 0) throw new Problem('No matching parked work: see `work list`.');
  return { json: { kind, environment, released }, text: `Released: ${released}. Workers retry within seconds.` };
}
