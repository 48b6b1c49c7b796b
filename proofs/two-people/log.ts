// The state of the whole database afterwards: two people for every decision, and an audit entry for every effect.
import { Sql, sql } from '@cardwright/server/platform/db/sql.ts';
import type { Context } from '../harness/proof.ts';
import type { World } from './world.ts';

/** All tables that operators' actions write. */
export const written = [
  'public.audit_log',
  'public.operators',
  'public.operator_rules',
  'public.operator_actions',
  'public.operator_mails',
  'public.proposals',
  'public.companies',
  'public.api_keys',
  'public.products',
  'public.product_prices',
  'public.send_pauses',
  'public.verifications',
  'public.verification_decisions',
  'public.reconciliations_under_way',
  'public.invitations',
  'desk.tokens',
] as const;

/** Written by every action too, and by others. */
const besides = ['public.invoices', 'desk.users', 'desk.two_factors', 'ledger.entries'];

/** The content of these tables, without columns that sign-in writes. */
const content = new Sql(
  [
    [...written, ...besides]
      .map(
        (table) =>
          `select '${table}' as name, count(*) || ' ' ||
                  sum(hashtextextended((to_jsonb(t) - '{stepped_up_at,noted_at}'::text[])::text, 0)) as state from ${table} t`,
      )
      .join(' union all '),
  ],
  [],
);

async function contentOf({ db }: World): Promise<Map<string, string>> {
  const rows = await db.query<{ name: string; state: string | null }>(content);
  return new Map(rows.map(({ name, state }) => [name, state ?? '']));
}

/** Runs work that must have no effect, and checks that every table is unchanged. */
export async function withoutEffect(context: Context, world: World, work: () => Promise<void>): Promise<void> {
  const before = await contentOf(world);
  await work();
  for (const [table, state] of await contentOf(world)) {
    if (before.get(table) !== state) context.violation('a refused call changed something', { table });
  }
}

/** The start of a run: its first transaction and its first audit entry. */
export type Beginning = { xid: bigint; sequence: bigint };

/** Records the start of a run. */
export async function beginReading({ db }: World): Promise<Beginning> {
  const [row] = await db.query<Beginning>(sql`
    select pg_current_xact_id()::text::bigint as xid, coalesce(max(sequence), 0) as sequence from audit_log`);
  if (row === undefined) throw new Error('the database does not answer');
  return row;
}

/** Reads everything. Returns the numbers of decisions, effects and entries. */
export async function readEverything(
  context: Context,
  world: World,
  beginning: Beginning,
): Promise<{ decisions: number; effects: number; entries: number }> {
  const decisions = await readDecisions(context, world, beginning);
  const effects = await readEffects(context, world, beginning);
  const entries = await readEntries(context, world, beginning);
  if (decisions === 0 || effects === 0 || entries === 0)
    context.violation('nothing was decided, so nothing was proven');
  return { decisions, effects, entries };
}

/**
 * Every decision has two people, both of whom could decide then. Entries about one operator are written under a lock on
 * that operator, so the order of their numbers is the order of events.
 */
async function readDecisions({ violation }: Context, { db }: World, { xid, sequence }: Beginning): Promise<number> {
  const rows = await db.query<{
    id: string;
    action: string;
    people: number;
    entries: bigint;
    named: boolean;
    able: boolean;
    ended: boolean;
    over: boolean;
  }>(sql`
    with decided as (
      select p.*, count(e.sequence) as entries, bool_and(e.operator_id = p.approved_by) is true as named,
             min(e.sequence) as entry
        from proposals p
        left join audit_log e on e.details ->> 'proposal' = shown_id('proposal', p.id)
                             and e.action = case p.action when 'review.decide' then 'review.approve' else p.action end
       where p.approved_at is not null and p.xmin::text::bigint >= ${xid}
       group by p.id)
    select p.id, p.action, num_nonnulls(p.proposed_by, nullif(p.approved_by, p.proposed_by)) as people, p.entries, p.named,
           (select o.able_from <= p.approved_at from operators o where o.id = p.approved_by) as able,
           exists (select from audit_log d
                    where d.action = 'operator.disable' and d.sequence < p.entry
                      and d.subject in (shown_id('opr', p.proposed_by), shown_id('opr', p.approved_by))
                      and not exists (select from audit_log b
                                       where b.action = 'operator.enable' and b.subject = d.subject
                                         and b.sequence between d.sequence and p.entry)) as ended,
           p.withdrawn_at is not null or p.approved_at >= p.expires_at as over
      from decided p`);
  for (const row of rows) {
    if (row.people < 2) violation('a decision has fewer than two people', row);
    if (row.entries !== 1n || !row.named) violation('a decision does not have one entry in its approver’s name', row);
    if (!row.able) violation('an operator approved during the wait', row);
    if (row.ended) violation('a disabled operator decided', row);
    if (row.over) violation('a closed proposal was decided', row);
  }
  const lone = await db.query<{ action: string }>(sql`
    select e.action from audit_log e
     where e.sequence > ${sequence} and e.details ->> 'proposal' is null
       and e.action in (select a.action from operator_actions a where a.needs_two union all select 'review.approve')`);
  for (const { action } of lone) violation('an action that needs two people was done without a proposal', action);
  return rows.length;
}

/** Every row written since was written in the same commit as an audit entry. */
async function readEffects({ violation }: Context, { db, own }: World, { xid }: Beginning): Promise<number> {
  let effects = 0;
  for (const table of written.filter((name) => name !== 'public.audit_log')) {
    const [row] = await db.query<{ rows: bigint; unkept: string[] | null }>(sql`
      select count(*) as rows, array_agg(to_jsonb(t)::text) filter (where not exists (
               select from audit_log a where a.xmin = t.xmin)) as unkept
        from ${new Sql([table], [])} t
       where t.xmin::text::bigint >= ${xid} and t.xmin::text <> all (${own})`);
    effects += Number(row?.rows ?? 0n);
    for (const unkept of row?.unkept ?? []) violation('an effect has no audit entry in its commit', { table, unkept });
  }
  return effects;
}

/** Sign-in entries are about an operator and have no actor. */
const noted = ['operator.signed_in', 'operator.code_failed', 'operator.token_used'];

/** The log has one entry per successful call, under the operator whose credential it was, and no others. */
async function readEntries({ violation }: Context, { db, done }: World, { sequence }: Beginning): Promise<number> {
  const rows = await db.query<{ name: string; operator_id: string | null; times: bigint }>(sql`
    select concat_ws(' ', operator_id, action) as name, operator_id, count(*) as times
      from audit_log where sequence > ${sequence} and not (operator_id is null and action = any (${noted}))
     group by operator_id, action`);
  const found = new Map(rows.map(({ name, times }) => [name, Number(times)]));
  for (const name of new Set([...found.keys(), ...done.keys()])) {
    const [entries, answered] = [found.get(name) ?? 0, done.get(name) ?? 0];
    if (entries !== answered) violation('the audit log differs from the successful calls', { name, entries, answered });
  }
  return rows.reduce((sum, { times }) => sum + Number(times), 0);
}
