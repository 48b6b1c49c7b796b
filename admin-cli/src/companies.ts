// Commands about companies.

import type { Environment } from '@cardwright/server/foundation/scope.ts';
import type { Company, CompanyRow } from '@cardwright/server/surfaces/desk/company-contract.ts';
import { type Command, Option } from 'commander';
import type { Static } from 'typebox';
import { companyArgument, limitOption, readId, words } from './arguments.ts';
import { atDesk, type Desk, type Sentences } from './desk.ts';
import { facts, inOneLine, moment, type Shown, table } from './output.ts';
import { queryOf, readRows } from './pages.ts';
import { UsageProblem } from './problem.ts';

type Row = Static<typeof CompanyRow>;
type Company = Static<typeof Company>;
type Page = { data: Row[]; nextCursor: string | null };

const example = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Adds the `company …` commands, and returns the group for further ones. */
export function addCompanyCommands(program: Command): Command {
  const company = program.command('company').description('companies: verification, live activation, suspension');
  addReading(company);
  addDeciding(company);
  return company;
}

function addReading(company: Command): void {
  company
    .command('create')
    .description('Create a company. Its keys are refused until `company verify --approve`.')
    .requiredOption('--name <name>', 'display name', words)
    .addOption(new Option('--kind <kind>', 'type of owner').choices(['individual', 'corporate']).makeOptionMandatory())
    .addHelpText('after', '\nExample:\n  cardwright-admin company create --name "Acme Travel GmbH" --kind corporate')
    .action(atDesk(create));

  company
    .command('show')
    .description('Show a company: verification, capabilities, suspension, balances and keys.')
    .addArgument(companyArgument())
    .addHelpText('after', `\nExample:\n  cardwright-admin company show ${example}`)
    .action(atDesk(async (desk, id: string) => showCompany(await getCompany(desk, id))));

  company
    .command('list')
    .description('List companies, newest first.')
    .addOption(limitOption())
    .option(
      '--before <company>',
      'continue after this company, the last one of the previous page',
      readId('company', example),
    )
    .addHelpText(
      'after',
      `\nExamples:\n  cardwright-admin company list --limit 50\n  cardwright-admin company list --before ${example}`,
    )
    .action(atDesk(list));
}

function addDeciding(company: Command): void {
  company
    .command('verify')
    .description('Approve or reject a company. Only the keys of an approved company work.')
    .addArgument(companyArgument())
    .addOption(new Option('--approve', 'its keys start to work').conflicts('reject'))
    .addOption(new Option('--reject', 'its keys are refused'))
    .requiredOption('--reason <text>', 'what was checked; kept in the audit log', words)
    .addHelpText(
      'after',
      `\nExamples:\n  cardwright-admin company verify ${example} --approve --reason "register extract checked"` +
        `\n  cardwright-admin company verify ${example} --reject --reason "owner unknown"`,
    )
    .action(atDesk(verify));

  company
    .command('suspend')
    .description('Suspend a company: within a second its keys become read-only.')
    .addArgument(companyArgument())
    .requiredOption('--reason <text>', 'why; kept in the audit log', words)
    .addHelpText('after', `\nExample:\n  cardwright-admin company suspend ${example} --reason "chargebacks, case 42"`)
    .action(atDesk(suspend));

  company
    .command('resume')
    .description('Lift the suspension of a company.')
    .addArgument(companyArgument())
    .addHelpText('after', `\nExample:\n  cardwright-admin company resume ${example}`)
    .action(atDesk(resume));
}

async function create(desk: Desk, wanted: { name: string; kind: string }): Promise<Shown> {
  const company = await desk.post<Company>('/companies', { name: wanted.name, kind: wanted.kind });
  const next = `Next: cardwright-admin company verify ${company.id} --approve --reason "…"`;
  const then = `Then: cardwright-admin company invite-owner ${company.id} --email … --reason "…"`;
  return showCompany(company, { before: `Created ${inOneLine(company.name)}.`, after: `${next}\n${then}` });
}

async function verify(
  desk: Desk,
  id: string,
  { approve, reject, reason }: { approve?: true; reject?: true; reason: string },
): Promise<Shown> {
  if (!approve && !reject) throw new UsageProblem('Give the decision: --approve or --reject.');
  const asked = { reason, evenUnsubmitted: true };
  return change(desk, id, approve ? 'approved' : 'rejected', async (sentences) => {
    await desk.post(`/verifications/${id}/${approve ? 'approve' : 'reject'}`, asked, sentences);
    return getCompany(desk, id);
  });
}

async function suspend(desk: Desk, id: string, { reason }: { reason: string }): Promise<Shown> {
  return change(desk, id, 'suspended', (sentences) => desk.post(`/companies/${id}/suspend`, { reason }, sentences));
}

async function resume(desk: Desk, id: string): Promise<Shown> {
  return change(desk, id, 'not suspended', (sentences) => desk.post(`/companies/${id}/resume`, undefined, sentences));
}

/** Changes a company and shows the result. Refuses a company that already has this status, and names it. */
export async function change(
  desk: Desk,
  id: string,
  state: string,
  act: (sentences: Sentences) => Promise<Company>,
): Promise<Shown> {
  const company = await getCompany(desk, id);
  return showCompany(await act(standsAlready(company, state)), {
    before: `${inOneLine(company.name)} is now ${state}.`,
  });
}

/** The message for a company that already has this status. */
export const standsAlready = ({ id, name }: Company, state: string): Sentences => ({
  stands_already: `Nothing was changed, because ${inOneLine(name)} is ${state}: see \`company show ${id}\`.`,
});

/** The company with this id; refuses an unknown id. */
export const getCompany = (desk: Desk, id: string): Promise<Company> => desk.get(`/companies/${id}`, noCompany(id));

/** The message for an unknown company. */
export const noCompany = (id: string): Sentences => ({
  company_not_found: `No company has the id ${id}: see \`company list\`.`,
});

async function list(desk: Desk, { before, ...asked }: { limit: number; before?: string }): Promise<Shown> {
  const { data, hasMore } = await readRows<Row>(asked.limit, async ({ limit, last }) => {
    const query = queryOf({ limit, before: last?.id ?? before });
    const page = await desk.get<Page>(`/companies${query}`, noCompany(before ?? ''));
    return { data: page.data, hasMore: page.nextCursor !== null };
  });
  const nextBefore = hasMore ? (data.at(-1)?.id ?? null) : null;
  const rows = data.map((row) => [
    row.id,
    row.name,
    row.kind,
    row.verificationState,
    row.suspendedAt === null ? '' : 'suspended',
    moment(row.createdAt),
  ]);
  const more = nextBefore === null ? '' : `\n\nOlder companies: cardwright-admin company list --before ${nextBefore}`;
  return {
    json: { data: data.map(toJson), nextBefore },
    text:
      rows.length === 0
        ? 'No companies yet. Create one: cardwright-admin company create --help'
        : table(['id', 'name', 'kind', 'verification', 'writes', 'created'], rows) + more,
  };
}

function showCompany(company: Company, around: { before?: string; after?: string } = {}): Shown {
  const json = toJson(company);
  const activated = Object.entries(json.capabilities).filter(([, enabled]) => enabled);
  const account = (environment: Environment): string => {
    const { available, held } = company.balances[environment];
    const keys = company.keys.filter((key) => key.environment === environment);
    const working = keys.filter(({ state }) => state === 'works');
    return `${available} available, ${held} held; ${working.length} of ${keys.length} keys work`;
  };
  const text = facts([
    ['id', company.id],
    ['name', company.name],
    ['kind', company.kind],
    ['verification', withReason(company.verificationState, company.verificationReason)],
    [
      'suspension',
      company.suspendedAt === null
        ? 'none'
        : withReason(`since ${moment(company.suspendedAt)}`, company.suspensionReason),
    ],
    ['live capabilities', activated.map(([name]) => name).join(', ') || 'none'],
    ['sandbox, USD', account('sandbox')],
    ['live, USD', account('live')],
    ['created', moment(company.createdAt)],
  ]);
  return {
    json,
    text: [around.before, text, around.after].filter((part) => part !== undefined).join('\n\n'),
  };
}

/** A company for scripts, with its capabilities as the commands name them. */
const toJson = <Shown extends Row>({ capabilities, ...row }: Shown) => ({
  ...row,
  capabilities: { direct_invoices: capabilities.directInvoices, live_services: capabilities.liveServices },
});

const withReason = (state: string, reason: string) => (reason === '' ? state : `${state} (${reason})`);
