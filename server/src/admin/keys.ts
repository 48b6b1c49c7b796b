// Commands about API keys.
import { type Command, InvalidArgumentError } from 'commander';
import type { CompanyRow } from '../companies/sql.ts';
import { toId } from '../ids.ts';
import {
  createKey,
  DEFAULT_OVERLAP_HOURS,
  MAXIMUM_OVERLAP_HOURS,
  type NewKey,
  revokeKey,
  rotateKey,
} from '../keys/manage.ts';
import { type KeyScope, keyScopes, scopeMeanings } from '../keys/scopes.ts';
import { type KeyRow, listKeys } from '../keys/sql.ts';
import { keyState } from '../keys/state.ts';
import type { Environment, Scope } from '../scope.ts';
import { companyArgument, environmentOption, keyArgument, wholeNumber, words } from './arguments.ts';
import { getCompany } from './companies.ts';
import { inOneLine, moment, type Shown, secret, table, warning } from './output.ts';
import { Problem } from './problem.ts';
import { asOperator, type Session } from './session.ts';

/** Whoever needs a key for longer can leave its end open and rotate it. */
const LONGEST_LIFE_DAYS = 3_650;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const exampleCompany = 'com_01jcp4vsb0e5d8zq6m5k1n7x2t';
const exampleKey = 'key_01jcp4vsb0e5d8zq6m5k1n7x2t';

/** Adds every `key …` command. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('key').description('API keys: each belongs to one company and one environment');

  keys
    .command('create')
    .description('Create a key. Its text is printed once and stored nowhere.')
    .addArgument(companyArgument())
    .addOption(environmentOption())
    .requiredOption('--name <name>', 'so that people can tell keys apart', words)
    .requiredOption('--scopes <scopes>', 'what it may do, parted by commas, or `all`', readScopes)
    .option('--expires-in-days <days>', 'it ends by itself then', wholeNumber({ from: 1, to: LONGEST_LIFE_DAYS }))
    .addHelpText('after', `\nScopes:\n${meaningsOf(keyScopes)}`)
    .addHelpText(
      'after',
      `\nExamples:\n  npm run admin -- key create ${exampleCompany} --environment sandbox --name backend --scopes all` +
        `\n  npm run admin -- key create ${exampleCompany} --environment live --name reports --scopes balance:read,operations:read`,
    )
    .action(asOperator(create));

  keys
    .command('rotate')
    .description('Replace a key by a new one with the same scopes. The old one works on for the overlap.')
    .addArgument(companyArgument())
    .addArgument(keyArgument())
    .addOption(environmentOption())
    .option(
      '--overlap-hours <hours>',
      `how long both work, 0 to ${MAXIMUM_OVERLAP_HOURS}`,
      wholeNumber({ from: 0, to: MAXIMUM_OVERLAP_HOURS }),
      DEFAULT_OVERLAP_HOURS,
    )
    .addHelpText(
      'after',
      `\nExample:\n  npm run admin -- key rotate ${exampleCompany} ${exampleKey} --environment live`,
    )
    .action(asOperator(rotate));

  keys
    .command('revoke')
    .description('End a key at once: every server refuses it within a second.')
    .addArgument(companyArgument())
    .addArgument(keyArgument())
    .addOption(environmentOption())
    .addHelpText(
      'after',
      `\nExample:\n  npm run admin -- key revoke ${exampleCompany} ${exampleKey} --environment live`,
    )
    .action(asOperator(revoke));

  keys
    .command('list')
    .description('List the keys of a company in one environment, newest first.')
    .addArgument(companyArgument())
    .addOption(environmentOption())
    .addHelpText('after', `\nExample:\n  npm run admin -- key list ${exampleCompany} --environment sandbox`)
    .action(asOperator(list));
}

async function create(
  session: Session,
  companyId: string,
  options: { environment: Environment; name: string; scopes: KeyScope[]; expiresInDays?: number },
): Promise<Shown> {
  const company = await getCompany(session, companyId);
  const scope = { companyId, environment: options.environment };
  const days = options.expiresInDays;
  const expiresAt = days === undefined ? undefined : new Date(session.clock.now().getTime() + days * DAY_MS);
  const granted = { name: options.name, scopes: options.scopes, ...(expiresAt === undefined ? {} : { expiresAt }) };
  const created = await createKey(session, scope, granted);
  return showNewKey({ company, scope, created, granted, sentence: `Created a ${scope.environment} key.` });
}

async function rotate(
  session: Session,
  companyId: string,
  keyId: string,
  { environment, overlapHours }: { environment: Environment; overlapHours: number },
): Promise<Shown> {
  const scope = { companyId, environment };
  const company = await getCompany(session, companyId);
  const old = await getKey(session, scope, keyId);
  const created = await rotateKey(session, scope, { keyId, overlapHours });
  if (created === 'no_such_live_key') throw endedAlready(session, await getKey(session, scope, keyId));
  if (created === 'replaced_already') {
    throw new Problem(`${toId('key', keyId)} was replaced before: rotate its successor, or create a new key.`);
  }
  const overlapEnd = new Date(session.clock.now().getTime() + overlapHours * HOUR_MS);
  const expiresAt = old.expires_at !== null && old.expires_at < overlapEnd ? old.expires_at : overlapEnd;
  const ends = overlapHours === 0 ? 'has ended' : `works until ${moment(expiresAt)}`;
  return showNewKey({
    company,
    scope,
    created,
    granted: {
      name: old.name,
      scopes: old.scopes,
      ...(created.expiresAt === undefined ? {} : { expiresAt: created.expiresAt }),
    },
    sentence: `Replaced ${toId('key', keyId)}, which ${ends}.`,
    replaced: { id: toId('key', keyId), expiresAt },
  });
}

async function revoke(
  session: Session,
  companyId: string,
  keyId: string,
  { environment }: { environment: Environment },
): Promise<Shown> {
  const scope = { companyId, environment };
  const revoked = await revokeKey(session, scope, keyId);
  const row = await getKey(session, scope, keyId);
  if (!revoked) throw endedAlready(session, row);
  return {
    json: toShown(session, row),
    text: `Revoked ${toId('key', keyId)} (${inOneLine(row.name)}, …${row.hint}). Every server refuses it within a second.`,
  };
}

async function list(
  session: Session,
  companyId: string,
  { environment }: { environment: Environment },
): Promise<Shown> {
  await getCompany(session, companyId);
  const scope = { companyId, environment };
  const keys = await session.db.read(scope, (tx) => listKeys(tx, scope));
  const rows = keys.map((row) => [
    toId('key', row.id),
    row.name,
    `…${row.hint}`,
    keyState(row, session.clock.now()),
    row.scopes.length === keyScopes.length ? 'all' : row.scopes.join(','),
    moment(row.created_at),
    moment(row.expires_at),
    moment(row.last_used_at),
  ]);
  return {
    json: { data: keys.map((row) => toShown(session, row)) },
    text:
      rows.length === 0
        ? `This company has no ${environment} keys. Create one: npm run admin -- key create --help`
        : table(['id', 'name', 'key', 'state', 'scopes', 'created', 'expires', 'last used'], rows),
  };
}

/** A new key at the one moment when its text is known. It asks nobody: a failure here would lose the text. */
function showNewKey(made: {
  company: CompanyRow;
  scope: Scope;
  created: NewKey;
  granted: { name: string; scopes: readonly KeyScope[]; expiresAt?: Date };
  sentence: string;
  replaced?: { id: string; expiresAt: Date };
}): Shown {
  const { company, scope, created, granted, replaced } = made;
  const id = toId('key', created.id);
  const { verification } = company;
  const warnings = [
    ...granted.scopes.filter((name) => name.startsWith('webhooks:')).map((name) => `${name}: ${scopeMeanings[name]}.`),
    ...(verification === 'approved'
      ? []
      : [`the company is ${verification}: its keys are refused until it is approved.`]),
  ];
  return {
    json: {
      id,
      key: created.text,
      company: toId('company', scope.companyId),
      environment: scope.environment,
      name: granted.name,
      scopes: granted.scopes,
      expiresAt: granted.expiresAt ?? null,
      warnings,
      ...(replaced === undefined ? {} : { replaced }),
    },
    text: [
      `${made.sentence} The new key ${id}, shown only now:`,
      secret(created.text),
      `${granted.expiresAt === undefined ? 'It has no end' : `It ends ${moment(granted.expiresAt)}`}. It may:`,
      meaningsOf(granted.scopes),
      ...warnings.map(warning),
    ].join('\n'),
  };
}

/** The key with this id; refuses when the company or the key does not exist. */
async function getKey(session: Session, scope: Scope, id: string): Promise<KeyRow> {
  const { name } = await getCompany(session, scope.companyId);
  const keys = await session.db.read(scope, (tx) => listKeys(tx, scope));
  const found = keys.find((row) => row.id === id);
  if (found === undefined) {
    throw new Problem(
      `${inOneLine(name)} has no ${scope.environment} key ${toId('key', id)}: see \`key list\`, or try the other --environment.`,
    );
  }
  return found;
}

const endedAlready = ({ clock }: Session, row: KeyRow) =>
  new Problem(
    `The key ${toId('key', row.id)} is ${keyState(row, clock.now())} already, so nothing was changed: create a new one with \`key create\`.`,
  );

const toShown = ({ clock }: Session, row: KeyRow) => ({
  id: toId('key', row.id),
  name: row.name,
  hint: row.hint,
  state: keyState(row, clock.now()),
  scopes: row.scopes,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  lastUsedAt: row.last_used_at,
  rotatedFrom: row.rotated_from === null ? null : toId('key', row.rotated_from),
});

function meaningsOf(scopes: readonly KeyScope[]): string {
  return scopes.map((scope) => `  ${scope.padEnd(17)}${scopeMeanings[scope]}`).join('\n');
}

function readScopes(text: string): KeyScope[] {
  if (text === 'all') return [...keyScopes];
  const asked = text.split(',').map((name) => name.trim());
  const unknown = asked.filter((name) => !keyScopes.some((scope) => scope === name));
  if (unknown.length > 0) throw new InvalidArgumentError(`Choose from ${keyScopes.join(', ')}, or say all.`);
  return keyScopes.filter((scope) => asked.includes(scope));
}
