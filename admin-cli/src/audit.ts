// Commands about the audit log.

import { verifyAudit } from '@cardwright/server/ledger/seals/verify.ts';
import type { AuditedAct } from '@cardwright/server/surfaces/desk/audit-routes.ts';
import { type Command, InvalidArgumentError } from 'commander';
import type { Static } from 'typebox';
import { limitOption, readId } from './arguments.ts';
import { atDesk, type Desk } from './desk.ts';
import { goodEnding } from './ledger.ts';
import { facts, moment, type Shown, table } from './output.ts';
import { queryOf, readRows } from './pages.ts';
import { asReader, type Reading } from './reader.ts';

type Act = Static<typeof AuditedAct>;
type ListOptions = { company?: string; limit: number; before?: number };

/** Adds `audit list` and `audit verify`. */
export function addAuditCommands(program: Command): void {
  const group = program.command('audit').description('who did what to whom, and when');
  group
    .command('list')
    .description('List what operators did, newest first.')
    .option(
      '--company <company>',
      'only what concerns this company',
      readId('company', 'com_01jcp4vsb0e5d8zq6m5k1n7x2t'),
    )
    .addOption(limitOption())
    .option('--before <number>', 'continue behind this act, the last one of the page before', readSequence)
    .addHelpText(
      'after',
      '\nExamples:\n  npm run admin -- audit list --limit 100' +
        '\n  npm run admin -- audit list --company com_01jcp4vsb0e5d8zq6m5k1n7x2t --before 1200',
    )
    .action(atDesk(list));
  group
    .command('verify')
    .description('Walk the chain of the log and name the first act that is not what was sealed, if there is one.')
    .addHelpText(
      'after',
      `
It compares with the exported heads in CARDWRIGHT_SEALS_DIRECTORY and changes nothing. The exit code is 1 when an act is
wrong.

Example:
  npm run admin -- audit verify`,
    )
    .action(asReader(verify));
}

async function verify({ db, readHeads }: Reading): Promise<Shown> {
  const heads = await readHeads?.();
  const { acts, bad } = await verifyAudit(db, heads);
  const json = { ok: bad === undefined, acts: Number(acts), comparedWithHeads: heads !== undefined, bad: bad ?? null };
  if (bad === undefined) return { json, text: goodEnding(`The audit log is what was sealed: ${acts} acts.`, heads) };
  const { rule, row, expected, found } = bad;
  return {
    json,
    text: facts(Object.entries({ rule, row, expected, found })),
    failure: `The audit log was changed, first at ${row}: read docs/runbooks/ledger-mismatch.md.`,
  };
}

async function list(desk: Desk, { company, before, ...options }: ListOptions): Promise<Shown> {
  const sentences = { company_not_found: `No company has the id ${company}: see \`company list\`.` };
  if (company !== undefined) await desk.get(`/companies/${company}`, sentences);
  const { data, hasMore } = await readRows<Act>(options.limit, async ({ limit, last }) => {
    const query = queryOf({ limit, companyId: company, before: last?.sequence ?? before });
    const page = await desk.get<{ data: Act[]; nextBefore: number | null }>(`/audit${query}`);
    return { data: page.data, hasMore: page.nextBefore !== null };
  });
  const nextBefore = hasMore ? (data.at(-1)?.sequence ?? null) : null;
  const rows = data.map((act) => [
    String(act.sequence),
    moment(act.at),
    act.operator?.name ?? whoElse(act),
    act.action,
    ...(company === undefined ? [act.company ?? ''] : []),
    act.environment ?? '',
    act.subject === act.company && company === undefined ? '' : act.subject,
    inWords(act.details),
  ]);
  const companyHead = company === undefined ? ['company'] : [];
  const narrowed = company === undefined ? '' : ` --company ${company}`;
  const more =
    nextBefore === null ? '' : `\n\nOlder ones: npm run admin -- audit list${narrowed} --before ${nextBefore}`;
  return {
    json: { data, nextBefore },
    text:
      rows.length === 0
        ? 'Nothing was done here.'
        : table(['#', 'at', 'operator', 'action', ...companyHead, 'environment', 'subject', 'details'], rows) + more,
  };
}

/** Who acted without being an operator: a person of a company, installation, or sign-in. */
function whoElse({ action, details: { person } }: Act): string {
  if (typeof person === 'string') return person;
  if (action === 'operator.install' || action === 'operator.break_glass') return '(installation)';
  return action === 'operator.add' ? '(themselves, as the first)' : '(sign-in)';
}

/** Details as `name: value`, each value as short as it can be read. */
const inWords = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${inWord(value)}`)
    .join('; ');

function inWord(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWord).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function readSequence(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError('Give the number of an act, as `audit list` shows it.');
  return Number(text);
}
