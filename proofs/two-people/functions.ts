// What each database role can do through the functions that it may execute.
import { Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import { type Context, sizeOf } from '../harness/proof.ts';
import type { World } from './world.ts';

export const roles = [
  'cardwright_admin',
  'cardwright_desk',
  'cardwright_api',
  'cardwright_worker',
  'cardwright_portal',
  'cardwright_reader',
] as const;
export type Role = (typeof roles)[number];

/** The arguments of a forger: two operators, a proposal of the first, a company, and invalid credentials. */
export type Names = { ada: string; ben: string; proposal: string; company: string; texts: readonly string[] };

type Routine = { name: string; arguments: readonly { name: string; type: string }[] };

/** Calls every function that a role may execute, with ids and credentials of its choice, and rolls it back. */
export async function callFunctions(context: Context, { db }: World, role: Role, names: Names): Promise<number> {
  const routines = await db.query<Routine>(sql`
    select p.oid::regproc::text as name,
           coalesce((select jsonb_agg(jsonb_build_object('name', coalesce(p.proargnames[a.n], ''), 'type', format_type(a.type, null)) order by a.n)
                       from unnest(p.proargtypes::oid[]) with ordinality as a (type, n)), '[]') as arguments
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'ledger', 'actions') and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
       and has_function_privilege(${role}, p.oid, 'execute') and has_schema_privilege(${role}, n.oid, 'usage')
     order by 1`);
  const size = sizeOf(context.sizes, 'named');
  let calls = 0;
  for (const routine of routines) {
    for (const named of [names.ben, names.ada, names.proposal, names.company].slice(0, size)) {
      const isKnown = routine.arguments.some(({ name }) => name === 'credential');
      for (const credential of isKnown ? names.texts.slice(0, 5 * size) : ['x']) {
        calls++;
        const effect = await effectOf(db, role, callOf(routine, { named, credential, names }));
        if (effect !== undefined) context.violation(`${role} has an effect by ${routine.name}: ${effect}`, { named });
      }
    }
  }
  return calls;
}

function callOf(routine: Routine, given: { named: string; credential: string; names: Names }): Sql {
  const texts = [`select * from ${routine.name}(`];
  const values: unknown[] = [];
  for (const [index, argument] of routine.arguments.entries()) {
    texts[index] += index === 0 ? '' : ', ';
    texts.push(`::${argument.type}`);
    values.push(valueOf(argument, given));
  }
  texts[texts.length - 1] += ')';
  return new Sql(texts, values);
}

function valueOf(
  { name, type }: Routine['arguments'][number],
  { named, credential, names: { ada, ben, company } }: { named: string; credential: string; names: Names },
): unknown {
  if (name === 'credential') return credential;
  if (name === 'for_action') return 'operator.disable';
  const chosen: Record<string, unknown> = {
    uuid: named,
    'uuid[]': [named],
    text: 'x',
    'text[]': ['x'],
    integer: 1,
    'integer[]': [1],
    bigint: '1',
    'bigint[]': ['1'],
    smallint: 1,
    boolean: true,
    interval: '1 day',
    environment: 'live',
    'environment[]': ['live'],
    'timestamp with time zone': new Date().toISOString(),
    'timestamp with time zone[]': [new Date().toISOString()],
    jsonb: JSON.stringify({
      id: named,
      company,
      operator: ben,
      operator_id: ben,
      proposed_by: ada,
      approved_by: ben,
      who: ben,
    }),
  };
  return chosen[type] ?? null;
}

/** Tables that only operators change. */
const ofOperators = [
  'operators',
  'operator_rules',
  'operator_actions',
  'proposals',
  'products',
  'product_prices',
  'send_pauses',
  'verification_decisions',
  'desk.tokens',
].map(
  (table) =>
    `select '${table}' as name, count(*) as n, sum(hashtextextended((to_jsonb(t) - 'noted_at')::text, 0)) as h from ${table} t`,
);
const contentOfOperators = new Sql(
  [
    `select jsonb_object_agg(x.name, x.n || ' ' || coalesce(x.h, 0)) as state from (${[
      ...ofOperators,
      `select 'an audit entry', count(*), 0 from audit_log where operator_id is not null`,
    ].join(' union all ')}) as x`,
  ],
  [],
);

/** Runs a call as a role and rolls it back. Returns what it changed. */
async function effectOf(db: World['db'], role: Role, call: Sql): Promise<string | undefined> {
  const takenBack = new Error('taken back');
  let effect: string | undefined;
  await db
    .writeUnscoped(async (tx) => {
      const read = async () => (await tx.query<{ state: Record<string, string> }>(contentOfOperators))[0]?.state ?? {};
      const before = await read();
      await tx.query(sql`select set_config('role', ${role}, true)`);
      await tx.query(call);
      await tx.query(sql`select set_config('role', 'none', true)`);
      const after = await read();
      effect = Object.keys(after).find((name) => after[name] !== before[name]);
      throw takenBack;
    })
    .catch((error: unknown) => {
      if (error !== takenBack && (error as { code?: string }).code === undefined) throw error;
    });
  return effect;
}
