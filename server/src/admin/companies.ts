// Commands about companies.
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import {
  createCompany,
  resumeCompany,
  setCapability,
  setRateLimits,
  suspendCompany,
  verifyCompany,
} from '../companies/manage.ts';
import {
  type Capability,
  type CompanyRow,
  findCompany,
  type Kind,
  listCompanyIds,
  type RateLimitsOfCompany,
} from '../companies/sql.ts';
import { toId } from '../ids.ts';
import { listKeys } from '../keys/sql.ts';
import { keyState } from '../keys/state.ts';
import { listBalances } from '../ledger/sql.ts';
import { formatUsd } from '../money/usd.ts';
import type { Environment } from '../scope.ts';
import { companyArgument, idOf, limitOption, words } from './arguments.ts';
import { facts, inOneLine, moment, type Shown, table } from './output.ts';
import { Problem, UsageProblem } from './problem.ts';
import { asOperator, type Session } from './session.ts';

const example = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Adds the `company …` commands; others join them. */
export function addCompanyCommands(program: Command): Command {
  const company = program.command('company').description('companies: verification, live activation, suspension');
  addReading(company);
  addDeciding(company);
  addSwitching(company);
  addLimiting(company);
  return company;
}

function addReading(company: Command): void {
  company
    .command('create')
    .description('Create a company. It is not verified yet, so its keys are refused until `company verify --approve`.')
    .requiredOption('--name <name>', 'as it is shown to people', words)
    .addOption(new Option('--kind <kind>', 'who owns it').choices(['individual', 'corporate']).makeOptionMandatory())
    .addHelpText('after', '\nExample:\n  npm run admin -- company create --name "Acme Travel GmbH" --kind corporate')
    .action(asOperator(create));

  company
    .command('show')
    .description('Show a company: verification, capabilities, suspension, balances and keys.')
    .addArgument(companyArgument())
    .addHelpText('after', `\nExample:\n  npm run admin -- company show ${example}`)
    .action(asOperator((session, id: string) => showCompany(session, id)));

  company
    .command('list')
    .description('List companies, newest first.')
    .addOption(limitOption())
    .option(
      '--before <company>',
      'continue behind this company, the last one of the page before',
      idOf('company', example),
    )
    .addHelpText(
      'after',
      `\nExamples:\n  npm run admin -- company list --limit 50\n  npm run admin -- company list --before ${example}`,
    )
    .action(asOperator(list));
}

function addDeciding(company: Command): void {
  company
    .command('verify')
    .description('Approve or reject a company. Only the keys of an approved company work.')
    .addArgument(companyArgument())
    .addOption(new Option('--approve', 'its keys work from now on').conflicts('reject'))
    .addOption(new Option('--reject', 'its keys are refused from now on'))
    .requiredOption('--reason <text>', 'what was checked; kept in the audit log', words)
    .addHelpText(
      'after',
      `\nExamples:\n  npm run admin -- company verify ${example} --approve --reason "register extract checked"` +
        `\n  npm run admin -- company verify ${example} --reject --reason "owner unknown"`,
    )
    .action(asOperator(verify));

  company
    .command('suspend')
    .description('Stop all writes of a company: its keys can only read, within a second.')
    .addArgument(companyArgument())
    .requiredOption('--reason <text>', 'why; kept in the audit log', words)
    .addHelpText('after', `\nExample:\n  npm run admin -- company suspend ${example} --reason "chargebacks, case 42"`)
    .action(asOperator(suspend));

  company
    .command('resume')
    .description('Let a suspended company write again.')
    .addArgument(companyArgument())
    .addHelpText('after', `\nExample:\n  npm run admin -- company resume ${example}`)
    .action(asOperator(resume));
}

function addSwitching(company: Command): void {
  for (const [verb, enabled] of [['activate', true] as const, ['deactivate', false] as const]) {
    company
      .command(verb)
      .description(`Switch a live capability ${enabled ? 'on' : 'off'}. In the sandbox every capability is always on.`)
      .addArgument(companyArgument())
      .addArgument(
        new Argument(
          '<capability>',
          'direct_invoices: fund the live account by invoice; live_services: order services',
        ).choices(['direct_invoices', 'live_services']),
      )
      .addHelpText('after', `\nExample:\n  npm run admin -- company ${verb} ${example} direct_invoices`)
      .action(asOperator((session, id: string, capability: Capability) => switchTo(session, id, capability, enabled)));
  }
}

function addLimiting(company: Command): void {
  const rate = (text: string) => {
    if (text === 'default') return null;
    if (!/^[1-9]\d{0,5}$/.test(text))
      throw new InvalidArgumentError('It must be a whole number above zero, or `default`.');
    return Number(text);
  };
  company
    .command('limits')
    .description('Give a company rate limits of its own, in requests a second. What is left out is the default.')
    .addArgument(companyArgument())
    .option('--reads <n>', 'reads a second, or default', rate, null)
    .option('--writes <n>', 'writes a second, or default', rate, null)
    .option('--statements <n>', 'statements a second, or default', rate, null)
    .addHelpText('after', `\nExample:\n  npm run admin -- company limits ${example} --reads 200 --writes 50`)
    .action(asOperator(limit));
}

async function limit(session: Session, id: string, limits: RateLimitsOfCompany): Promise<Shown> {
  const { reads, writes, statements } = limits;
  const changed = await setRateLimits(session, id, { reads, writes, statements });
  const shown = [reads, writes, statements].map((rate) => rate ?? 'default').join(', ');
  return afterChange(session, id, { changed, state: `limited to (reads, writes, statements a second): ${shown}` });
}

async function create(session: Session, { name, kind }: { name: string; kind: Kind }): Promise<Shown> {
  const id = await createCompany(session, { name, kind });
  const next = `Next: npm run admin -- company verify ${toId('company', id)} --approve --reason "…"`;
  const then = `Then: npm run admin -- company invite-owner ${toId('company', id)} --email …`;
  return showCompany(session, id, { before: `Created ${inOneLine(name)}.`, after: `${next}\n${then}` });
}

async function verify(
  session: Session,
  id: string,
  { approve, reject, reason }: { approve?: true; reject?: true; reason: string },
): Promise<Shown> {
  if (!approve && !reject) throw new UsageProblem('Say what you decided: --approve or --reject.');
  const verification = approve ? 'approved' : 'rejected';
  const changed = await verifyCompany(session, id, { verification, reason });
  return afterChange(session, id, { changed, state: verification });
}

async function suspend(session: Session, id: string, { reason }: { reason: string }): Promise<Shown> {
  return afterChange(session, id, { changed: await suspendCompany(session, id, reason), state: 'suspended' });
}

async function resume(session: Session, id: string): Promise<Shown> {
  return afterChange(session, id, { changed: await resumeCompany(session, id), state: 'not suspended' });
}

async function switchTo(session: Session, id: string, capability: Capability, enabled: boolean): Promise<Shown> {
  const changed = await setCapability(session, id, { capability, enabled });
  return afterChange(session, id, { changed, state: `${enabled ? 'activated' : 'not activated'} for ${capability}` });
}

/** The company as it stands now. What was not changed either does not exist or stood so already. */
async function afterChange(
  session: Session,
  id: string,
  { changed, state }: { changed: boolean; state: string },
): Promise<Shown> {
  const company = await getCompany(session, id);
  if (!changed) {
    throw new Problem(
      `${inOneLine(company.name)} is ${state} already, so nothing was changed: see \`company show ${toId('company', id)}\`.`,
    );
  }
  return showCompany(session, id, { before: `${inOneLine(company.name)} is now ${state}.` });
}

/** The company with this id; refuses when there is none. */
export async function getCompany({ db }: Session, id: string): Promise<CompanyRow> {
  const company = await db.read({ companyId: id, environment: 'sandbox' }, (tx) => findCompany(tx, id));
  if (company === undefined) {
    throw new Problem(`No company has the id ${toId('company', id)}: see \`company list\`.`);
  }
  return company;
}

async function list(session: Session, { limit, before }: { limit: number; before?: string }): Promise<Shown> {
  const last = before === undefined ? undefined : await getCompany(session, before);
  const ids = await listCompanyIds(session.db, {
    limit,
    ...(last === undefined ? {} : { before: { id: last.id, createdAt: last.created_at } }),
  });
  const companies = await Promise.all(ids.map(({ id }) => getCompany(session, id)));
  const end = companies.at(-1);
  const nextBefore = companies.length === limit && end !== undefined ? toId('company', end.id) : null;
  const rows = companies.map((row) => [
    toId('company', row.id),
    row.name,
    row.kind,
    row.verification,
    row.suspended_at === null ? '' : 'suspended',
    moment(row.created_at),
  ]);
  const more = nextBefore === null ? '' : `\n\nOlder ones: npm run admin -- company list --before ${nextBefore}`;
  return {
    json: { data: companies.map(toShown), nextBefore },
    text:
      rows.length === 0
        ? 'There are no companies here. Create one: npm run admin -- company create --help'
        : table(['id', 'name', 'kind', 'verification', 'writes', 'created'], rows) + more,
  };
}

async function showCompany(
  session: Session,
  id: string,
  around: { before?: string; after?: string } = {},
): Promise<Shown> {
  const company = await getCompany(session, id);
  const [sandbox, live] = await Promise.all([accountOf(session, id, 'sandbox'), accountOf(session, id, 'live')]);
  const shown = { ...toShown(company), environments: { sandbox, live } };
  const account = ({ available, held, keys }: typeof sandbox): string =>
    `${available} available, ${held} held; ${keys.working} of ${keys.total} keys work`;
  const capabilities = Object.entries(shown.capabilities).filter(([, enabled]) => enabled);
  const text = facts([
    ['id', shown.id],
    ['name', company.name],
    ['kind', company.kind],
    ['verification', withReason(company.verification, company.verification_reason)],
    [
      'suspension',
      company.suspended_at === null
        ? 'none'
        : withReason(`since ${moment(company.suspended_at)}`, company.suspension_reason),
    ],
    ['live capabilities', capabilities.map(([name]) => name).join(', ') || 'none'],
    ['sandbox, USD', account(sandbox)],
    ['live, USD', account(live)],
    ['created', moment(company.created_at)],
  ]);
  return { json: shown, text: [around.before, text, around.after].filter((part) => part !== undefined).join('\n\n') };
}

async function accountOf({ db, clock }: Session, companyId: string, environment: Environment) {
  const scope = { companyId, environment };
  return db.read(scope, async (tx) => {
    const [balances, keys] = await Promise.all([listBalances(tx, scope), listKeys(tx, scope)]);
    const balanceOf = new Map(balances.map(({ account, balance }) => [account, balance]));
    return {
      available: formatUsd(balanceOf.get('available') ?? 0n),
      held: formatUsd(balanceOf.get('held') ?? 0n),
      keys: { total: keys.length, working: keys.filter((key) => keyState(key, clock.now()) === 'works').length },
    };
  });
}

const toShown = (row: CompanyRow) => ({
  id: toId('company', row.id),
  name: row.name,
  kind: row.kind,
  verification: row.verification,
  verificationReason: row.verification_reason,
  suspendedAt: row.suspended_at,
  suspensionReason: row.suspension_reason,
  capabilities: { direct_invoices: row.direct_invoices, live_services: row.live_services },
  createdAt: row.created_at,
});

const withReason = (state: string, reason: string) => (reason === '' ? state : `${state} (${reason})`);
