// Intents in a directory, for Node, Deno and Bun. Several processes of one machine may share it.
import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Intent, IntentOutcome, IntentStore, SavedIntent } from './intents.ts';

/**
 * A store of intents in a directory: one file per intent, and one per outcome. Each is written beside its place,
 * flushed to the disk, and then put there in one step.
 */
export function fileIntents(directory: string): IntentStore {
  const intents = join(directory, 'intents');
  const outcomes = join(directory, 'outcomes');
  const ready = Promise.all([intents, outcomes].map((each) => mkdir(each, { recursive: true })));
  const intentFile = (id: string) => join(intents, nameOf(id));
  const outcomeFile = (id: string) => join(outcomes, nameOf(id));

  const find = async (id: string): Promise<SavedIntent | undefined> => {
    const intent = await read<Intent>(intentFile(id));
    if (intent === undefined) return undefined;
    return { intent, outcome: await read<IntentOutcome>(outcomeFile(id)) };
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
      await place(intentFile(intent.id), intent, rename);
      await rm(outcomeFile(intent.id), { force: true });
      await flush(outcomes);
    },
    async settle(id, outcome) {
      await ready;
      await place(outcomeFile(id), outcome, outcome.status === 'accepted' ? rename : link);
    },
    async *pending() {
      await ready;
      const settled = new Set(await readdir(outcomes));
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

/** Makes the names in a directory durable. */
async function flush(directory: string): Promise<void> {
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
