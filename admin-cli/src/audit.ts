// Commands about the audit log.

import { verifyAudit } from '@cardwright/server/ledger/seals/verify.ts';
import type { AuditEntry } from '@cardwright/server/surfaces/desk/audit-routes.ts';
import { type Command, InvalidArgumentError } from 'commander';
import type { Static } from 'typebox';
import { limitOption, readId } from './arguments.ts';
import { atDesk, type Desk } from './desk.ts';
import { goodEnding } from './ledger.ts';
import { facts, moment, type Shown, table } from './output.ts';
import { queryOf, readRows } from './pages.ts';
import { asReader, type Reading } from './reader.ts';

type Entry = Static<typeof AuditEntry>;
type ListOptions = { company?: string; limit: number; before?: number };

/** Adds `audit list` and `audit verify`. */
export function addAuditCommands(program: Command): void {
  const group = program.command('audit').description('the audit log of operators');
  group
    .command('list')
    .description('List the actions of operators, newest first.')
    .option('--company <company>', 'only this company', readId('company', 'com_01jcp4vsb0e5d8zq6m5k1n7x2t'))
    .addOption(limitOption())
    .option('--before <number>', 'continue after this entry, the last one of the previous page', readSequence)
    .addHelpText(
      'after',
      '\nExamples:\n  cardwright-admin audit list --limit 100' +
        '\n  cardwright-admin audit list --company com_01jcp4vsb0e5d8zq6m5k1n7x2t --before 1200',
    )
    .action(atDesk(list));
  group
    .command('verify')
    .description('Verify the chain of the audit log and show the first entry that differs from its seal.')
    .addHelpText(
      'after',
      `
It compares the log with the exported heads in CARDWRIGHT_SEALS_DIRECTORY and changes nothing. The exit code is 1 if an
entry is wrong.

Example:
  cardwright-admin audit verify`,
    )
    .action(asReader(verify));
}

async function verify({ db, readHeads }: Reading): Promise<Shown> {
  const heads = await readHeads?.();
  const { entries, bad } = await verifyAudit(db, heads);
  const json = {
    ok: bad === undefined,
    entries: Number(entries),
    comparedWithHeads: heads !== undefined,
    bad: bad ?? null,
  };
  if (bad === undefined) return { json, text: goodEnding(`The audit log is intact: ${entries} entries.`, heads) };
  const { rule, row, expected, found } = bad;
  return {
    json,
    text: facts(Object.entries({ rule, row, expected, found })),
    failure: `The audit log was altered, first at ${row}: read docs/runbooks/ledger-mismatch.md.`,
  };
}

async function list(desk: Desk, { company, before, ...options }: ListOptions): Promise<Shown> {
  const sentences = { company_not_found: `No company has the id ${company}: see \`company list\`.` };
  if (company !== undefined) await desk.get(`/companies/${company}`, sentences);
  const { data, hasMore } = await readRows<Entry>(options.limit, async ({ limit, last }) => {
    const query = queryOf({ limit, companyId: company, before: last?.sequence ?? before });
    const page = await desk.get<{ data: Entry[]; nextBefore: number | null }>(`/audit${query}`);
    return { data: page.data, hasMore: page.nextBefore !== null };
  });
  const nextBefore = hasMore ? (data.at(-1)?.sequence ?? null) : null;
  const rows = data.map((entry) => [
    String(entry.sequence),
    moment(entry.at),
    entry.operator?.name ?? whoElse(entry),
    entry.action,
    ...(company === undefined ? [entry.company ?? ''] : []),
    entry.environment ?? '',
    entry.subject === entry.company && company === undefined ? '' : entry.subject,
    inWords(entry.details),
  ]);
  const companyHead = company === undefined ? ['company'] : [];
  const narrowed = company === undefined ? '' : ` --company ${company}`;
  const more =
    nextBefore === null ? '' : `\n\nOlder entries: cardwright-admin audit list${narrowed} --before ${nextBefore}`;
  return {
    json: { data, nextBefore },
    text:
      rows.length === 0
        ? 'No entries yet.'
        : table(['#', 'at', 'operator', 'action', ...companyHead, 'environment', 'subject', 'details'], rows) + more,
  };
}

/** The actor of an entry without an operator: a company's member, the installation, or sign-in. */
function whoElse({ action, details: { person } }: Entry): string {
  if (typeof person === 'string') return person;
  if (action === 'operator.install' || action === 'operator.break_glass') return '(installation)';
  return action === 'operator.add' ? '(self, first operator)' : '(sign-in)';
}

/** Details as `name: value`; strings are printed without quotes. */
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
    throw new InvalidArgumentError('Give the number of an entry, as shown by `audit list`.');
  return Number(text);
}
