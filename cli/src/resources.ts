// Every operation of the API as a command: `cardwright cards list --status active`.
import { readFileSync } from 'node:fs';
import type { Client } from '@cardwright/sdk';
import { type Command, Option } from 'commander';
import { confirmLive } from './ask.ts';
import type { CommandRow, OptionRow } from './command-row.ts';
import { connect, type Globals } from './connect.ts';
import { COMMANDS, SCENARIOS } from './generated/commands.ts';
import { print } from './print.ts';
import { UsageProblem } from './problem.ts';
import { isLive, type Profile } from './profiles.ts';

/** Rows that a list prints without --all: one page. */
const PAGE = 50;

type Given = Record<string, unknown>;
type Answered = { data: unknown };
type Method = (
  ...given: unknown[]
) => PromiseLike<unknown> & { withResponse(): Promise<Answered> } & AsyncIterable<object>;

/** Adds a group of commands for each resource. */
export function addResourceCommands(program: Command): Map<string, Command> {
  const groups = new Map<string, Command>();
  for (const row of COMMANDS) {
    const group = groups.get(row.resource) ?? program.command(row.resource).description(aboutOf(row.resource));
    groups.set(row.resource, group);
    addCommand(group, row);
  }
  return groups;
}

const aboutOf = (resource: string) =>
  COMMANDS.filter((row) => row.resource === resource)
    .map(({ method }) => method)
    .join(', ');

function addCommand(group: Command, row: CommandRow): void {
  const command = group.command(row.method).summary(row.about).description(`${row.about}\n\n${row.detail}`);
  for (const name of row.inPath) command.argument(`<${name}>`);
  for (const each of [...row.query, ...(row.body ?? [])])
    command.addOption(toOption(each, row.body?.includes(each) ?? false));
  if (row.body !== null) command.option('--data <json>', 'the request body as JSON; @file reads a file, @- stdin');
  if (row.isKeyed)
    command.option(
      '--idempotency-key <key>',
      'default: a new key; requests with the same key take effect at most once',
    );
  if (row.isScenario) {
    const option = new Option('--scenario <name>', 'fault that the issuer simulates');
    command.addOption(option.choices(SCENARIOS));
  }
  if (row.isList) command.option('--all', 'print every page, not only the first');
  if (row.isWrite) command.option('--live', 'confirm that a live key may be used');
  command.action(async (...args: unknown[]) => {
    const given = command.optsWithGlobals<Given & Globals>();
    await call(row, args.slice(0, row.inPath.length) as string[], given);
  });
}

const PLACEHOLDERS: Record<string, string> = {
  pairs: '<key=value...>',
  list: '<name...>',
  nullable: '<amount|none>',
};

function toOption({ name, type, isRequired, about, choices }: OptionRow, isBody: boolean): Option {
  const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const value = PLACEHOLDERS[type] ?? `<${type}>`;
  const option = new Option(`${flag} ${value}`, about);
  if (choices !== undefined) option.choices(choices);
  // A required field of the body can also be in --data.
  return isRequired && !isBody ? option.makeOptionMandatory() : option;
}

async function call(row: CommandRow, inPath: readonly string[], given: Given & Globals): Promise<void> {
  const { client, profile } = connect(given);
  if (row.isWrite) await confirmLive(profile, given);
  const method = methodOf(client, row);
  const idempotencyKey = row.isKeyed ? (given['idempotencyKey'] ?? newKey(profile)) : undefined;
  const query = valuesOf(row.query, given);
  const args = [
    ...inPath,
    ...(row.body === null ? [] : [bodyOf(row.body, given)]),
    ...(row.query.length === 0 ? [] : [query]),
    {
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(given['scenario'] === undefined ? {} : { sandboxScenario: given['scenario'] }),
    },
  ];
  if (!row.isList) return print((await method(...args).withResponse()).data, given);
  const rows: object[] = [];
  const most = given['all'] === true ? Number.POSITIVE_INFINITY : Number(query['limit'] ?? PAGE);
  for await (const each of method(...args)) if (rows.push(each) >= most) break;
  print(rows, given);
  if (rows.length === most) console.error(`Showing the first ${most}. Pass --all for all of them.`);
}

/** A new key. In live it is printed before the request, so that an interrupted command can be repeated with it. */
function newKey(profile: Profile): string {
  const key = crypto.randomUUID();
  if (isLive(profile)) console.error(`Idempotency-Key: ${key}`);
  return key;
}

/** The method of the SDK that a row describes. */
export function methodOf(client: Client, { call: [resource = '', name = ''] }: CommandRow): Method {
  const method = (client as unknown as Record<string, Record<string, Method>>)[resource]?.[name];
  if (method === undefined) throw new Error(`the SDK has no ${resource}.${name}`);
  return method;
}

function bodyOf(fields: readonly OptionRow[], given: Given): Given {
  const { data } = given as { data?: string };
  const whole = data === undefined ? {} : readJson(data);
  const body = { ...whole, ...valuesOf(fields, given) };
  const missing = fields.filter(({ name, isRequired }) => isRequired && !(name in body)).map(({ name }) => name);
  if (missing.length > 0)
    throw new UsageProblem(`Missing: ${missing.join(', ')}. Run the command with --help to see its options.`);
  return body;
}

function readJson(text: string): Given {
  const source =
    text === '@-' ? readFileSync(0, 'utf8') : text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text;
  try {
    return JSON.parse(source) as Given;
  } catch {
    throw new UsageProblem('--data is not valid JSON.');
  }
}

function valuesOf(rows: readonly OptionRow[], given: Given): Given {
  const present = rows.filter(({ name }) => given[name] !== undefined);
  return Object.fromEntries(present.map((row) => [row.name, valueOf(row, given[row.name])]));
}

function valueOf({ name, type }: OptionRow, value: unknown): unknown {
  if (type === 'number') {
    const number = Number(value);
    if (!Number.isFinite(number)) throw new UsageProblem(`--${name} must be a number.`);
    return number;
  }
  if (type === 'pairs') return pairsOf(name, value as string[]);
  return type === 'nullable' && value === 'none' ? null : value;
}

function pairsOf(name: string, texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageProblem(`--${name} must be key=value.`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
