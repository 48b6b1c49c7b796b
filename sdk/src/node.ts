// Intents in a directory, for Node, Deno and Bun. Several processes of one machine may share it.
import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import type { Intent, IntentOutcome, IntentStore, SavedIntent } from './intents.ts';

/**
 * A store of intents in a directory: one file per intent, and one per outcome. Each is written beside its place,
 * flushed to the disk, and then put there in one step. Refusals have a directory of their own: what removes one never
 * removes an acceptance.
 */
export function fileIntents(path: string): IntentStore {
  const directory = resolve(path);
  const intents = join(directory, 'intents');
  const [accepted, refused] = [join(directory, 'accepted'), join(directory, 'refused')];
  const ready = makeDirectories(directory, [intents, accepted, refused]);
  ready.catch(() => undefined); // each method that needs it throws the error
  const intentFile = (id: string) => join(intents, nameOf(id));
  const acceptedFile = (id: string) => join(accepted, nameOf(id));
  const refusedFile = (id: string) => join(refused, nameOf(id));

  const find = async (id: string): Promise<SavedIntent | undefined> => {
    const intent = await read<Intent>(intentFile(id));
    if (intent === undefined) return undefined;
    const outcome = await read<IntentOutcome>(acceptedFile(id));
    return { intent, outcome: outcome ?? (await read<IntentOutcome>(refusedFile(id))) };
  };
  return {
    find,
    async add(intent) {
      await ready;
      const isNew = await place(intentFile(intent.id), intent, link); // `link` fails if the name is taken
      const saved = isNew ? { intent } : await find(intent.id);
      if (saved === undefined) throw new Error(`the intent ${intent.id} is there and cannot be read`);
      return saved;
    },
    async replace(intent) {
      const saved = await find(intent.id);
      if (saved?.outcome?.status !== 'refused') return saved ?? { intent };
      await place(intentFile(intent.id), intent, rename);
      await rm(refusedFile(intent.id), { force: true });
      await flush(refused);
      return { intent, outcome: await read<IntentOutcome>(acceptedFile(intent.id)) };
    },
    async settle(id, outcome) {
      await ready;
      await place(outcome.status === 'accepted' ? acceptedFile(id) : refusedFile(id), outcome, link);
    },
    async *pending() {
      await ready;
      const settled = new Set([...(await readdir(accepted)), ...(await readdir(refused))]);
      for (const name of (await readdir(intents)).toSorted()) {
        if (!name.endsWith('.json') || settled.has(name)) continue;
        const intent = await read<Intent>(join(intents, name));
        if (intent !== undefined) yield intent;
      }
    },
  };
}

/** A hash: an id may have any characters and any length. */
const nameOf = (id: string) => `${createHash('sha256').update(id).digest('hex')}.json`;

/** Puts a whole file in its place, on the disk. False if the place was taken. */
async function place(file: string, value: object, put: (from: string, to: string) => Promise<void>): Promise<boolean> {
  const beside = `${file}.${randomUUID()}.new`;
  const handle = await open(beside, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify(value));
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await put(beside, file);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(beside, { force: true });
    await flush(join(file, '..'));
  }
  return true;
}

/** Creates the directories of a store, and makes their names durable. */
async function makeDirectories(directory: string, within: readonly string[]): Promise<void> {
  const first = await mkdir(directory, { recursive: true });
  for (const each of within) await mkdir(each, { recursive: true });
  await flush(directory);
  if (first === undefined) return;
  // Every new name up to the first new directory.
  const end = dirname(first);
  for (let each = directory; each !== end; each = dirname(each)) await flush(dirname(each));
}

/** Makes the names in a directory durable. Windows cannot, and needs no such step. */
async function flush(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function read<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}
