// Commands about the audit log.
import { type Command, InvalidArgumentError } from 'commander';
import { toId } from '../ids.ts';
import { type AuditRow, readAuditLog } from '../operators/audit.ts';
import { operatorNames } from '../operators/operators.ts';
import { verifyAudit } from '../seals/verify.ts';
import { idOf, limitOption } from './arguments.ts';
import { getCompany } from './companies.ts';
import { goodEnding } from './ledger.ts';
import { facts, moment, type Shown, table } from './output.ts';
import { asOperator, type Session } from './session.ts';

type ListOptions = { company?: string; limit: number; before?: bigint };

/** Adds `audit list` and `audit verify`. */
export function addAuditCommands(program: Command): void {
  const group = program.command('audit').description('who did what to whom, and when');
  group
    .command('list')
    .description('List what operators did, newest first.')
    .option('--company <company>', 'only what concerns this company', idOf('company', 'com_01jcp4vsb0e5d8zq6m5k1n7x2t'))
    .addOption(limitOption())
    .option('--before <number>', 'continue behind this act, the last one of the page before', readSequence)
    .addHelpText(
      'after',
      '\nExamples:\n  npm run admin -- audit list --limit 100' +
        '\n  npm run admin -- audit list --company com_01jcp4vsb0e5d8zq6m5k1n7x2t --before 1200',
    )
    .action(asOperator(list));
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
    .action(asOperator(verify));
}

async function verify({ db, readHeads }: Session): Promise<Shown> {
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

async function list(session: Session, { company, limit, before }: ListOptions): Promise<Shown> {
  if (company !== undefined) await getCompany(session, company);
  const acts = await readAuditLog(session.db, {
    limit,
    ...(company === undefined ? {} : { companyId: company }),
    ...(before === undefined ? {} : { beforeSequence: before }),
  });
  const ids = acts.flatMap(({ operator_id }) => (operator_id === null ? [] : [operator_id]));
  const names = await operatorNames(session.db, [...new Set(ids)]);
  const shown = acts.map((act) => toShown(act, names));
  const nextBefore = shown.length === limit ? (shown.at(-1)?.sequence ?? null) : null;
  const rows = shown.map((act) => [
    String(act.sequence),
    moment(act.at),
    act.operator?.name ?? whoElse(act.details),
    act.action,
    ...(company === undefined ? [act.company ?? ''] : []),
    act.environment ?? '',
    act.subject === act.company && company === undefined ? '' : act.subject,
    inWords(act.details),
  ]);
  const companyHead = company === undefined ? ['company'] : [];
  const narrowed = company === undefined ? '' : ` --company ${toId('company', company)}`;
  const more =
    nextBefore === null ? '' : `\n\nOlder ones: npm run admin -- audit list${narrowed} --before ${nextBefore}`;
  return {
    json: { data: shown, nextBefore },
    text:
      rows.length === 0
        ? 'Nothing was done here.'
        : table(['#', 'at', 'operator', 'action', ...companyHead, 'environment', 'subject', 'details'], rows) + more,
  };
}

const toShown = (act: AuditRow, names: ReadonlyMap<string, string>) => ({
  sequence: Number(act.sequence),
  at: act.at,
  operator:
    act.operator_id === null ? null : { id: toId('operator', act.operator_id), name: names.get(act.operator_id) ?? '' },
  action: act.action,
  company: act.company_id === null ? null : toId('company', act.company_id),
  environment: act.environment,
  subject: act.subject,
  details: act.details,
});

/** Whoever acted without being an operator: one of a company's people, or the very first operator. */
const whoElse = ({ person }: Record<string, unknown>): string =>
  typeof person === 'string' ? person : '(themselves, as the first)';

/** Details as `name: value`, each value as short as it can be read. */
const inWords = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${inWord(value)}`)
    .join('; ');

function inWord(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWord).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function readSequence(text: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new InvalidArgumentError('Give the number of an act, as `audit list` shows it.');
  return BigInt(text);
}
