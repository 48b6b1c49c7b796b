// The files of server/database/functions: one current definition of each database function.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The rooms of functions, in the order in which they are applied; the same as in `server/src`. */
export const functionRooms = [
  'foundation',
  'platform',
  'identity',
  'ledger',
  'issuer',
  'cards',
  'operations',
  'funding',
  'events',
  'oversight',
  'sandbox',
  'surfaces',
  'processes',
] as const;

/** The allowed owners of functions. Only functions of `cardwright_posting` run with its rights. */
const owners = ['cardwright_owner', 'cardwright_posting'] as const;

export type FunctionFile = {
  /** Room and name, such as `ledger/ledger.post`; the previous signature has the suffix `.v1`. */
  file: string;
  text: string;
  digest: string;
  /** `ledger.time_of(uuid, environment)` */
  signature: string;
  owner: (typeof owners)[number];
};

/** Reads all function files of a folder, in the order of application. */
export async function readFunctionFiles(folder: string): Promise<FunctionFile[]> {
  const found = (await Promise.all(functionRooms.map((room) => readRoom(folder, room)))).flat();
  const early = await readOrder(join(folder, 'order.txt'));
  const unknown = early.find((file) => !found.some((each) => each.file === file));
  if (unknown !== undefined) throw new Error(`order.txt names ${unknown}, and there is no such file`);
  const first = early.flatMap((file) => found.filter((each) => each.file === file));
  return [...first, ...found.filter(({ file }) => !early.includes(file))];
}

async function readRoom(folder: string, room: string): Promise<FunctionFile[]> {
  const read = async (name: string) => {
    const file = `${room}/${name.slice(0, -'.sql'.length)}`;
    const text = await readFile(join(folder, room, name), 'utf8');
    if (!file.includes('{kind}')) return [describe(file, text)];
    const kinds = await readKinds(folder);
    return kinds.map((kind) => describe(filled(file, kind), filled(text, kind)));
  };
  const names = await namesIn(join(folder, room));
  return (await Promise.all(names.toSorted().map(read))).flat();
}

/** A kind of background work: its name, its table, and which rows of the table it is. */
export type WorkKind = Record<'kind' | 'source' | 'condition', string>;

/** The kinds of work. A file with `{kind}` in its name defines a function for each. */
export async function readKinds(folder: string): Promise<WorkKind[]> {
  const lines = await readOrder(join(folder, 'platform/work_kinds.txt'));
  return lines.map((line) => {
    const [kind = '', source = '', ...condition] = line.split(' ');
    return { kind, source, condition: condition.join(' ') };
  });
}

const filled = (text: string, kind: WorkKind): string =>
  text.replaceAll(/\{(kind|source|condition)\}/g, (_, name: keyof WorkKind) => kind[name]);

/** The functions and procedures that migrations define, because policies, triggers, defaults or migrations use them. */
export async function readMigratedFunctions(folder: string): Promise<string[]> {
  const names = new Set<string>();
  for (const name of await namesIn(folder)) {
    const text = await readFile(join(folder, name), 'utf8');
    for (const [, defined = ''] of text.matchAll(/^create (?:or replace )?(?:function|procedure) ([a-z0-9_.]+)/gm))
      names.add(withSchema(defined));
  }
  return [...names];
}

/** Parses a file. Only two lines matter: the first of the definition, and that of the owner. */
function describe(file: string, text: string): FunctionFile {
  const defined = [...text.matchAll(/^create (?:or replace )?function ([a-z0-9_.]+)\(/gm)];
  const owned = [...text.matchAll(/^alter function (([a-z0-9_.]+)\(.*\)) owner to ([a-z_]+);$/gm)];
  const name = file.replace(/^[a-z]+\//, '').replace(/\.v\d+$/, '');
  const [, signature = '', altered, owner] = owned[0] ?? [];
  if (defined.length !== 1 || owned.length !== 1 || defined[0]?.[1] !== name || altered !== name)
    throw new Error(`${file}.sql must define the function ${name} once, and its owner: alter function … owner to …;`);
  const known = owners.find((each) => each === owner);
  if (known === undefined) throw new Error(`${file}.sql: the owner must be ${owners.join(' or ')}, not ${owner}`);
  return { file, text, digest: createHash('sha256').update(text).digest('hex'), signature, owner: known };
}

/** Qualifies a name with its schema, `public` by default. */
function withSchema(name: string): string {
  return name.includes('.') ? name : `public.${name}`;
}

async function readOrder(path: string): Promise<string[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** The SQL files of a folder; none if the room has no functions. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.sql'));
}
