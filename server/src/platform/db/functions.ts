// Applies function files: after the migrations, those whose text changed, all in one transaction.
import { join } from 'node:path';
import type pg from 'pg';
import { type FunctionFile, readFunctionFiles, readMigratedFunctions } from './function-files.ts';
import { asAdministrator } from './migrate.ts';

const database = join(import.meta.dirname, '../../../database');

/** The folders that together define every function of a database. */
type Folders = { functions: string; migrations: string };

const own: Folders = { functions: join(database, 'functions'), migrations: join(database, 'migrations') };

/** The schemas of our functions; no other schema of ours may contain one. */
const homes = ['public', 'ledger', 'actions'];
const ours = [...homes, 'people', 'desk'];

/**
 * Updates the functions of a migrated database to their files in one transaction. Returns the applied files. Fails on a
 * function that neither a file nor a migration defines.
 */
export async function applyFunctions(ownerUrl: string, folders: Folders = own): Promise<string[]> {
  const files = await readFunctionFiles(folders.functions);
  const migrated = await readMigratedFunctions(folders.migrations);
  return asAdministrator(ownerUrl, async (client) => {
    await client.query('begin'); // an error ends the connection, and with it the transaction
    await client.query("select pg_advisory_xact_lock(hashtext('cardwright functions'))");
    await client.query("set local search_path = public; set local lock_timeout = '5s'");
    await refuseOldDatabase(client);
    const changed = await findChanged(client, files);
    if (changed.length > 0) {
      await client.query(`grant create on schema ${homes.join(', ')} to cardwright_posting`);
      for (const file of changed) await apply(client, file);
      await client.query(`revoke create on schema ${homes.join(', ')} from cardwright_posting`);
    }
    await client.query('delete from function_files where file <> all ($1)', [files.map(({ file }) => file)]);
    await refuseStrangers(client, files, migrated);
    await client.query('commit');
    return changed.map(({ file }) => file);
  });
}

/** A database from before the baseline has its migration numbers, but none of its tables. */
async function refuseOldDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select from pg_class where oid = to_regclass('public.function_files')");
  if (rows.length === 0)
    throw new Error('This database is older than the baseline of migrations and cannot be upgraded. Create a new one.');
}

/** The files that changed since they were applied, or whose function is gone. */
async function findChanged(client: pg.Client, files: FunctionFile[]): Promise<FunctionFile[]> {
  const { rows } = await client.query<{ file: string; digest: string }>(
    `select a.file, a.digest
       from function_files a
       join unnest($1::text[], $2::text[]) as f (file, signature) on f.file = a.file
      where to_regprocedure(f.signature) is not null`,
    [files.map(({ file }) => file), files.map(({ signature }) => signature)],
  );
  const applied = new Map(rows.map(({ file, digest }) => [file, digest]));
  return files.filter(({ file, digest }) => applied.get(file) !== digest);
}

/** Applies one file as the role that owns its function. Revokes grants that the file does not give. */
async function apply(client: pg.Client, { file, text, digest, signature, owner }: FunctionFile): Promise<void> {
  try {
    const present = await findFunction(client, signature);
    if (present !== undefined) {
      await client.query(`set local role ${present.owner}`);
      const grantees = present.grantees.join(', ');
      if (grantees !== '') await client.query(`revoke all on function ${signature} from ${grantees}`);
      if (present.owner !== owner) await client.query(`alter function ${signature} owner to ${owner}`);
    }
    await client.query(`set local role ${owner}`);
    await client.query(text);
    await client.query('reset role');
  } catch (error) {
    throw new Error(`functions/${file}.sql: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  await client.query(
    `insert into function_files (file, digest) values ($1, $2)
     on conflict (file) do update set digest = excluded.digest, applied_at = excluded.applied_at`,
    [file, digest],
  );
}

async function findFunction(
  client: pg.Client,
  signature: string,
): Promise<{ owner: string; grantees: string[] } | undefined> {
  const { rows } = await client.query<{ owner: string; grantees: string[] }>(
    `select p.proowner::regrole::text as owner,
            array(select distinct case a.grantee when 0 then 'public' else a.grantee::regrole::text end
                    from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a
                   where a.grantee <> p.proowner) as grantees
       from pg_proc p
      where p.oid = to_regprocedure($1)`,
    [signature],
  );
  return rows[0];
}

/** Fails on an undefined function: it was left behind, or created by hand. */
async function refuseStrangers(client: pg.Client, files: FunctionFile[], migrated: string[]): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature
       from pg_proc p
       join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = any ($1)
        and n.nspname || '.' || p.proname <> all ($2)
        and not exists (select from unnest($3::text[]) as f (signature) where to_regprocedure(f.signature) = p.oid)
        and not exists (select from pg_depend d
                         where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') -- an extension's
      order by 1`,
    [ours, migrated, files.map(({ signature }) => signature)],
  );
  if (rows.length === 0) return;
  const names = rows.map(({ signature }) => signature).join(', ');
  throw new Error(`No file defines these functions: ${names}. Drop them in a migration, or add their files.`);
}
