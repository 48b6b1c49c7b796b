// Commands about API keys.

import { type KeyScope, keyScopes } from '@cardwright/server/foundation/key-scopes.ts';
import type { Environment } from '@cardwright/server/foundation/scope.ts';
import {
  DEFAULT_OVERLAP_HOURS,
  LONGEST_LIFE_DAYS,
  MAXIMUM_OVERLAP_HOURS,
} from '@cardwright/server/identity/keys/lifetimes.ts';
import type { Company, Key, NewKey } from '@cardwright/server/surfaces/desk/company-contract.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Static } from 'typebox';
import { companyArgument, environmentOption, keyArgument, wholeNumber, words } from './arguments.ts';
import { getCompany, noCompany } from './companies.ts';
import { atDesk, type Desk } from './desk.ts';
import { meaningsOf, showNewKey } from './new-key.ts';
import { inOneLine, moment, type Shown, table } from './output.ts';
import { Problem, UsageProblem } from './problem.ts';

type Key = Static<typeof Key>;
type NewKey = Static<typeof NewKey>;

const exampleCompany = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';
const exampleKey = 'key_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Required for a live key, which two operators must agree on. */
const liveReasonOption = () =>
  new Option('--reason <text>', 'why; required for a live key, and shown to the approving operator').argParser(words);

/** Adds every `key …` command. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('key').description('API keys, each of one company and one environment');

  keys
    .command('create')
    .description('Create a sandbox key, or propose a live one. The key is printed once and never stored.')
    .addArgument(companyArgument())
    .addOption(environmentOption())
    .requiredOption('--name <name>', 'label of the key', words)
    .requiredOption('--scopes <scopes>', 'comma-separated permissions, or `all`', readScopes)
    .option('--expires-in-days <days>', 'lifetime in days', wholeNumber({ from: 1, to: LONGEST_LIFE_DAYS }))
    .addOption(liveReasonOption())
    .addHelpText('after', `\nScopes:\n${meaningsOf(keyScopes)}`)
    .addHelpText(
      'after',
      `\nExamples:\n  cardwright-admin key create ${exampleCompany} --environment sandbox --name backend --scopes all` +
        `\n  cardwright-admin key create ${exampleCompany} --environment live --name reports --scopes balance:read,operations:read --reason "monthly reports"`,
    )
    .action(atDesk(create));

  keys
    .command('rotate')
    .description(
      'Replace a key, or propose it for a live key. Scopes stay the same. The old key keeps working for the overlap.',
    )
    .addArgument(companyArgument())
    .addArgument(keyArgument())
    .addOption(environmentOption())
    .option(
      '--overlap-hours <hours>',
      `how long both keys work, 0 to ${MAXIMUM_OVERLAP_HOURS}`,
      wholeNumber({ from: 0, to: MAXIMUM_OVERLAP_HOURS }),
      DEFAULT_OVERLAP_HOURS,
    )
    .addOption(liveReasonOption())
    .addHelpText(
      'after',
      `\nExample:\n  cardwright-admin key rotate ${exampleCompany} ${exampleKey} --environment live --reason "yearly rotation"`,
    )
    .action(atDesk(rotate));

  keys
    .command('revoke')
    .description('Revoke a key. It stops working within a second.')
    .addArgument(companyArgument())
    .addArgument(keyArgument())
    .addOption(environmentOption())
    .addHelpText(
      'after',
      `\nExample:\n  cardwright-admin key revoke ${exampleCompany} ${exampleKey} --environment live`,
    )
    .action(atDesk(revoke));

  keys
    .command('list')
    .description('List the keys of a company in one environment, newest first.')
    .addArgument(companyArgument())
    .addOption(environmentOption())
    .addHelpText('after', `\nExample:\n  cardwright-admin key list ${exampleCompany} --environment sandbox`)
    .action(atDesk(list));
}

type CreateOptions = {
  environment: Environment;
  name: string;
  scopes: KeyScope[];
  expiresInDays?: number;
  reason?: string;
};

async function create(
  desk: Desk,
  company: string,
  { environment, name, scopes, expiresInDays, reason }: CreateOptions,
): Promise<Shown> {
  needReason(environment, reason);
  const wanted = { environment, name, scopes, expiresInDays, reason };
  const made = await desk.post<NewKey>(`/companies/${company}/keys`, wanted, noCompany(company));
  const { proposal } = made;
  const sentence = proposal === undefined ? `Created a ${environment} key.` : `Proposed a live key as ${proposal.id}.`;
  return showNewKey(made, sentence);
}

async function rotate(
  desk: Desk,
  company: string,
  id: string,
  { environment, overlapHours, reason }: { environment: Environment; overlapHours: number; reason?: string },
): Promise<Shown> {
  needReason(environment, reason);
  const { state } = await getKey(desk, company, { environment, id });
  if (state !== 'works') throw new Problem(ended(id, state));
  const made = await desk.post<NewKey>(
    `/companies/${company}/keys/${id}/rotate`,
    { environment, overlapHours, reason },
    { key_replaced: `${id} was already rotated: rotate its successor, or create a new key.` },
  );
  if (made.proposal !== undefined) {
    const works = `which keeps working for ${overlapHours} hours after the approval`;
    return showNewKey(made, `Proposed as ${made.proposal.id} to replace ${id}, ${works}.`);
  }
  const ends = overlapHours === 0 ? 'has ended' : `works until ${moment(made.replaced?.expiresAt ?? null)}`;
  return showNewKey(made, `Replaced ${id}, which ${ends}.`);
}

async function revoke(
  desk: Desk,
  company: string,
  id: string,
  { environment }: { environment: Environment },
): Promise<Shown> {
  const { name, hint } = await getKey(desk, company, { environment, id });
  const { keys } = await desk.post<Static<typeof Company>>(
    `/companies/${company}/keys/${id}/revoke`,
    { environment },
    { stands_already: ended(id, 'revoked') },
  );
  return {
    json: keys.find((key) => key.id === id),
    text: `Revoked ${id} (${inOneLine(name)}, …${hint}). It stops working within a second.`,
  };
}

async function list(desk: Desk, company: string, { environment }: { environment: Environment }): Promise<Shown> {
  const { keys } = await getCompany(desk, company);
  const data = keys.filter((key) => key.environment === environment);
  const rows = data.map((key) => [
    key.id,
    key.name,
    `…${key.hint}`,
    key.state,
    key.scopes.length === keyScopes.length ? 'all' : key.scopes.join(','),
    moment(key.createdAt),
    moment(key.expiresAt),
    moment(key.lastUsedAt),
  ]);
  return {
    json: { data },
    text:
      rows.length === 0
        ? `This company has no ${environment} keys. Create one: cardwright-admin key create --help`
        : table(['id', 'name', 'key', 'state', 'scopes', 'created', 'expires', 'last used'], rows),
  };
}

/** Requires a reason for a live key. */
function needReason(environment: Environment, reason: string | undefined): void {
  if (environment === 'live' && reason === undefined) {
    throw new UsageProblem('A live key needs --reason, which the approving operator reads.');
  }
}

/** The key with this id; refuses an unknown company or key. */
async function getKey(
  desk: Desk,
  company: string,
  { environment, id }: { environment: Environment; id: string },
): Promise<Key> {
  const { name, keys } = await getCompany(desk, company);
  const found = keys.find((key) => key.id === id && key.environment === environment);
  if (found !== undefined) return found;
  throw new Problem(
    `${inOneLine(name)} has no ${environment} key ${id}: see \`key list\`, or try the other --environment.`,
  );
}

const ended = (id: string, state: string): string =>
  `The key ${id} is already ${state}. Nothing was changed: create a new one with \`key create\`.`;

function readScopes(text: string): KeyScope[] {
  if (text === 'all') return [...keyScopes];
  const asked = text.split(',').map((name) => name.trim());
  const unknown = asked.filter((name) => !keyScopes.some((scope) => scope === name));
  if (unknown.length > 0) throw new InvalidArgumentError(`Choose from ${keyScopes.join(', ')}, or give all.`);
  return keyScopes.filter((scope) => asked.includes(scope));
}
