// Planted bugs. A proof that cannot fail proves nothing, so each has bugs that it must catch. They live here and
// not in the product: a bug is a change to the text of one module, applied as Node loads it, or a change to the
// database.
import type pg from 'pg';

export type Plant = {
  /** What the bug does, in one sentence. */
  what: string;
  /** Changes to modules, by path from server/src; paths outside the server begin with `../../`. */
  source?: readonly { file: string; find: string; replace: string }[];
  /** Changes to database functions: a name, or a signature where a name has two. */
  functions?: readonly { name: string; find: string; replace: string }[];
  /** Statements run by the database administrator. */
  sql?: readonly string[];
  /** A mistake in how the product is deployed, by its name; the proof that deploys it makes the mistake. */
  deployment?: string;
};

/** Ends a run with a planted bug as soon as it is caught. */
export class Caught extends Error {}

/** Node arguments with which the API processes load the changed text. */
export function nodeArgumentsFor(plant: Plant | undefined): string[] {
  if (plant?.source === undefined) return [];
  const patches = Buffer.from(JSON.stringify(plant.source)).toString('base64url');
  const hook = new URL(`./plant-hook.ts?patches=${patches}`, import.meta.url);
  return ['--import', hook.href];
}

/** Changes the database. A patch that does not match exactly once is itself an error: the product has moved on. */
export async function plantInDatabase(database: pg.Pool, plant: Plant): Promise<void> {
  for (const patch of plant.functions ?? []) {
    const text = await definitionOf(database, patch.name);
    if (text === undefined) throw new Error(`no function ${patch.name}, or more than one`);
    await database.query(replaceOnce(patch.name, text, patch.find, patch.replace));
  }
  for (const statement of plant.sql ?? []) await database.query(statement);
}

/** The text of a function, by its name or its signature; undefined for none, and for a name with two signatures. */
export async function definitionOf(database: pg.Pool, name: string): Promise<string | undefined> {
  const found = name.includes('(') ? 'to_regprocedure($1)' : 'to_regproc($1)';
  const { rows } = await database.query<{ text: string }>(
    `select pg_get_functiondef(p.oid) as text from pg_proc p where p.oid = ${found}`,
    [name],
  );
  return rows[0]?.text;
}

/** Replaces the single occurrence of a text. */
export function replaceOnce(where: string, text: string, find: string, replace: string): string {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`a planted bug does not match ${where}: its text occurs ${places} times, not once`);
  return text.replace(find, () => replace);
}
