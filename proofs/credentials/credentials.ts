// Attacks on database functions: a request of one scope with a credential of another has no effect. The
// functions come from the catalogue, so that a function added later is attacked too, or fails the proof.

import { toId } from '@cardwright/server/foundation/ids.ts';
import type { Db, Tx } from '@cardwright/server/platform/db/db.ts';
import { Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import { asRole, type CompanyTable, companyTables } from '../harness/catalogue.ts';
import type { Tools } from '../harness/companies.ts';
import type { Context } from '../harness/proof.ts';
import { callOf, hasEnvironment, type Part, type Parts, partsOf, type Routine, takesKey, unknownIds } from './calls.ts';
import { makeParties, type Party, SLOT } from './parties.ts';

/** The roles that serve companies' requests; the others act for operators, issuers and timers. */
const roles = ['cardwright_api', 'cardwright_portal'] as const;

type Granted = Routine & { role: string; is_figure: boolean };

type ReadState = (tx: Tx) => Promise<string>;

/** Context of every attack: the database as its administrator sees it, and a way to detect changes. */
type Arena = { db: Db; stateOf: ReadState };

/** The scopes to mix: those of two companies, or the two environments of one. */
export type Mixed = 'companies' | 'environments';

/** Tries every function with every mixture of two scopes. Returns the number of attacks. */
export async function attackCredentials(context: Context, db: Db, tools: Tools, mixed: Mixed): Promise<number> {
  const parties = await makeParties(tools, db);
  const tables = await companyTables(db);
  const arena = { db, stateOf: stateReader(tables) };
  await findKeyIds(context, db, { parties, tables });
  let attacks = 0;
  for (const routine of await listRoutines(db)) {
    for (const argument of unknownIds(routine))
      context.violation('a function takes an id that the proof does not know', { of: routine.signature, argument });
    if (!takesCredential(routine)) continue;
    await tryOwn(context, arena, routine, parties);
    for (const [mine, theirs] of pairsOf(parties, mixed))
      attacks += await attackWith(context, arena, routine, { mine, theirs });
  }
  return attacks;
}

/** Our functions that these roles may execute, with their arguments. */
async function listRoutines(db: Db): Promise<Granted[]> {
  return db.query<Granted>(sql`
    select r.rolname as role, p.proname as name, p.oid::regprocedure::text as signature,
           p.provolatile <> 'v' and not p.proretset
             and p.prorettype = any ('{boolean,integer,bigint,timestamptz}'::regtype[]) as is_figure,
           coalesce((select jsonb_agg(jsonb_build_object('name', coalesce(p.proargnames[a.n], ''), 'type', format_type(a.type, null)) order by a.n)
                       from unnest(p.proargtypes::oid[]) with ordinality as a (type, n)), '[]') as arguments
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      join pg_roles r on r.rolname = any (${roles}) and has_function_privilege(r.oid, p.oid, 'execute')
     where n.nspname in ('public', 'ledger')
     order by 1, 2`);
}

/** A function that cannot write and returns a single number has nothing to leak. */
const takesCredential = (routine: Granted) => {
  if (routine.is_figure) return false;
  const parts = partsOf(routine);
  return parts.length > 1 && parts.some((part) => part !== 'request');
};

function pairsOf(parties: readonly Party[], mixed: Mixed): [Party, Party][] {
  return parties.flatMap((mine, index) =>
    parties
      .slice(index + 1)
      .filter(({ scope }) => (scope.companyId === mine.scope.companyId) === (mixed === 'environments'))
      .map((theirs): [Party, Party] => [mine, theirs]),
  );
}

/** With the credential of its own scope a call works: otherwise its refusal would prove nothing. */
async function tryOwn(context: Context, arena: Arena, routine: Granted, [own]: readonly Party[]): Promise<void> {
  if (own === undefined) throw new Error('there are no parties');
  const outcome = await attempt(arena, routine, { request: own, claim: own, key: own, person: own });
  if (!outcome.worked)
    context.violation('a call with the right credential does not work', { of: routine.signature, outcome });
}

/** Every mixture of two scopes in the parts of a call. */
async function attackWith(
  context: Context,
  arena: Arena,
  routine: Granted,
  { mine, theirs }: { mine: Party; theirs: Party },
): Promise<number> {
  const isOneCompany = mine.scope.companyId === theirs.scope.companyId;
  if (isOneCompany && !hasEnvironment(routine)) return 0;
  // People belong to a company, not to an environment: they may act in both environments of their company.
  const parts = partsOf(routine).filter((part) => !(isOneCompany && part === 'person'));
  let attacks = 0;
  for (let mask = 1; mask < 2 ** parts.length - 1; mask++) {
    const all: Parts = { request: mine, claim: mine, key: mine, person: mine };
    for (const [index, part] of parts.entries()) all[part] = mask & (1 << index) ? theirs : mine;
    const outcome = await attempt(arena, routine, all);
    attacks++;
    if (outcome.worked || (takesKey(routine) && outcome.raised === undefined)) {
      const scopes = Object.fromEntries(parts.map((part): [Part, string] => [part, all[part].name]));
      context.violation('a credential of another scope is accepted', { of: routine.signature, scopes, outcome });
    }
  }
  return attacks;
}

/** The outcome of a call: the SQLSTATE it raised, or whether it changed or showed anything. */
type Outcome = { worked: boolean; raised?: string };

/** Functions that work only while the company is unverified. */
const beforeVerification = /verification|document/;

/** Runs a call as its role and rolls it back. */
async function attempt({ db, stateOf }: Arena, routine: Granted, parts: Parts): Promise<Outcome> {
  const call = callOf(routine, parts);
  if (call === undefined) return { worked: false, raised: 'an argument that the proof does not know' };
  const takenBack = new Error('taken back');
  let outcome: Outcome = { worked: false };
  await db
    .writeUnscoped(async (tx) => {
      await tx.query(sql`set transaction isolation level repeatable read`); // hides concurrent work
      if (beforeVerification.test(routine.name)) for (const party of Object.values(parts)) await unverify(tx, party);
      const before = await stateOf(tx);
      await tx.query(sql`select set_config('role', ${routine.role}, true)`);
      const rows = await tx.query<Record<string, unknown>>(call);
      await tx.query(sql`select set_config('role', 'none', true)`);
      outcome = { worked: before !== (await stateOf(tx)) || rows.some(isShown) };
      throw takenBack;
    })
    .catch((error: unknown) => {
      if (error !== takenBack) outcome = { worked: false, raised: String((error as { code?: string }).code ?? error) };
    });
  return outcome;
}

/** Whether a returned row shows something other than a refusal. */
const isShown = (row: Record<string, unknown>) => Object.keys(row).length > 1 && (row['refused'] ?? null) === null;

/** Puts a company under verification, with one document submitted. */
async function unverify(tx: Tx, { scope: { companyId }, documentId, ownerId }: Party): Promise<void> {
  await tx.query(sql`update companies set verification = 'pending' where id = ${companyId}`);
  await tx.query(sql`insert into verifications (company_id) values (${companyId}) on conflict do nothing`);
  await tx.query(sql`
    insert into verification_documents (company_id, id, slot, name, media_type, bytes, uploaded_at, uploaded_by)
    values (${companyId}, ${documentId}, ${SLOT}, 'x', 'application/pdf', 1, now(), ${ownerId}) on conflict do nothing`);
}

/** Reads all companies' data as one text. */
function stateReader(tables: readonly CompanyTable[]): ReadState {
  const counted = tables.map(
    ({ name }) => `select '${name}' as name, count(*) as n, sum(hashtextextended(t::text, 0)) as h from ${name} t`,
  );
  const all = new Sql([counted.join(' union all ')], []);
  return async (tx) => {
    const [row] = await tx.query<{ state: string }>(
      sql`select string_agg(x.name || ' ' || x.n || ' ' || coalesce(x.h, 0), ', ' order by x.name) as state from (${all}) as x`,
    );
    return row?.state ?? '';
  };
}

/** No table shows the API's role the id of a key, in any scope: with the id, it could act for the key. */
async function findKeyIds(
  context: Context,
  db: Db,
  { parties, tables }: { parties: readonly Party[]; tables: readonly CompanyTable[] },
): Promise<void> {
  for (const { name: table } of tables) {
    const [readable] = await db.query<{ columns: string | null }>(sql`
      select string_agg(quote_ident(a.attname), ', ') as columns
        from pg_attribute a
       where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
         and has_column_privilege('cardwright_api', a.attrelid, a.attnum, 'select')`);
    if (!readable?.columns) continue;
    const rows = new Sql([`select row(${readable.columns})::text as text from ${table}`], []);
    for (const { scope, keyId } of parties) {
      const found = await asRole(db, 'cardwright_api', scope, async (tx) =>
        (await tx.query<{ text: string }>(rows)).some(
          ({ text }) => text.includes(keyId) || text.includes(toId('key', keyId)),
        ),
      );
      if (found === true) context.violation('the role of the API finds the id of a key', { table });
    }
  }
}
