// Clever tampering: a change of history, after which all derived data is made consistent: later balances,
// lines, accounts, the book, the holds, and the seals. Only the exported heads still reveal it.

import type { Environment, Scope } from '@cardwright/server/foundation/scope.ts';
import type { EntryRow } from '@cardwright/server/ledger/book/entries.ts';
import { showEntriesOf } from '@cardwright/server/ledger/book/entries.ts';
import {
  AUDIT_CHAIN,
  beginningOf,
  beginningOfAudit,
  chainOf,
  textsOfEntry,
} from '@cardwright/server/ledger/seals/chain.ts';
import { toLink } from '@cardwright/server/ledger/seals/seal.ts';
import { sealsOf } from '@cardwright/server/ledger/seals/seals-of.ts';
import type { AuditEntryRow, NewSeal } from '@cardwright/server/ledger/seals/sql.ts';
import { type Bench, entriesOf, nameOf, placeOf, type Row, type Tampering, tables } from './rows.ts';

type Edit = (bench: Bench, scope: Scope, entries: readonly Row[]) => Promise<Row | undefined>;

const mine = `company_id = $1 and environment = $2`;

const of = ({ companyId, environment }: Scope) => [companyId, environment];

const numberOf = (row: Row) => Number(row.values['sequence']);

/** Each edits the entries of one book and returns the first that it touched. */
const edits: Record<string, Edit> = {
  async amount({ query, random }, scope, entries) {
    const row = random.pick(entries.filter(({ values }) => values['held_delta'] === 0));
    await query(`update ledger.entries set available_delta = available_delta + $4 where ${mine} and sequence = $3`, [
      ...of(scope),
      numberOf(row),
      random.integer(1, 500),
    ]);
    return row;
  },
  async words({ query, random }, scope, entries) {
    const row = random.pick(entries);
    await query(`update ledger.entries set description = description || '.' where ${mine} and sequence = $3`, [
      ...of(scope),
      numberOf(row),
    ]);
    return row;
  },
  async reference({ query, random }, scope, entries) {
    const row = random.pick(entries);
    await query(`update ledger.entries set reference = reference || 'x' where ${mine} and reference = $3`, [
      ...of(scope),
      row.values['reference'],
    ]);
    return entries.find(({ values }) => values['reference'] === row.values['reference']);
  },
  async time({ query, random }, scope, entries) {
    const row = random.pick(entries);
    await query(
      `update ledger.entries set created_at = created_at + interval '1 hour' where ${mine} and sequence >= $3`,
      [...of(scope), numberOf(row)],
    );
    return row;
  },
  async remove({ query, random }, scope, entries) {
    const row = random.pick(entries);
    await query(`delete from ledger.entries where ${mine} and sequence = $3`, [...of(scope), numberOf(row)]);
    await renumber({ query }, scope);
    return row;
  },
  async insert({ query, random }, scope, entries) {
    const row = random.pick(entries);
    await query(`update ledger.entries set sequence = sequence + 1000000 where ${mine} and sequence >= $3`, [
      ...of(scope),
      numberOf(row),
    ]);
    await query(`insert into ledger.entries select (jsonb_populate_record(null::ledger.entries, $1)).*`, [
      JSON.stringify({
        ...row.values,
        kind: 'adjustment',
        reference: 'forged',
        description: 'forged',
        available_delta: 777,
        held_delta: 0,
      }),
    ]);
    await renumber({ query }, scope);
    return row;
  },
  async order({ query, random }, scope, entries) {
    const at = random.integer(0, entries.length - 2);
    const [row, after] = [entries[at], entries[at + 1]];
    if (row === undefined || after === undefined) return undefined;
    await query(
      `update ledger.entries set sequence = case sequence when $3 then 1000000 else sequence - 1 end where ${mine} and sequence in ($3, $4)`,
      [...of(scope), numberOf(row), numberOf(after)],
    );
    await query(`update ledger.entries set sequence = $3 where ${mine} and sequence = 1000000`, [
      ...of(scope),
      numberOf(after),
    ]);
    return row;
  },
  async tail({ query, random }, scope, entries) {
    const row = random.pick(entries);
    await query(`delete from ledger.entries where ${mine} and sequence >= $3`, [...of(scope), numberOf(row)]);
    return row;
  },
};

const renumber = ({ query }: Pick<Bench, 'query'>, scope: Scope) =>
  query(
    `update ledger.entries e set sequence = n.number
       from (select sequence, row_number() over (order by sequence) as number from ledger.entries where ${mine}) n
      where ${mine} and e.sequence = n.sequence and n.sequence <> n.number`,
    of(scope),
  );

/** Recomputes every derived row of a book from its entries. */
async function refit({ query }: Bench, scope: Scope): Promise<void> {
  await query(
    `update ledger.entries e set available_after = s.available, held_after = s.held
       from (select sequence, sum(available_delta) over (order by sequence) as available, sum(held_delta) over (order by sequence) as held
               from ledger.entries where ${mine}) s
      where ${mine} and e.sequence = s.sequence`,
    of(scope),
  );
  await query(`delete from ledger.lines where ${mine}`, of(scope));
  await query(
    `insert into ledger.lines (company_id, environment, account, sequence, entry_sequence, amount, balance_after)
     select $1, $2, account, row_number() over w, sequence, amount, sum(amount) over w
       from (select e.sequence, m.account, m.amount
               from ledger.entries e
              cross join lateral (values
                ('available', available_delta, kind not in ('capture', 'fee')), ('held', held_delta, kind in ('reservation', 'release', 'capture', 'fee')),
                ('issuer', -(available_delta + held_delta), kind in ('capture', 'card_return')),
                ('fees', -(available_delta + held_delta), kind in ('fee', 'deposit_fee')),
                ('deposits', -available_delta, kind in ('deposit', 'sandbox_credit')), ('adjustments', -available_delta, kind = 'adjustment')
              ) as said (account, amount, moved)
              cross join lateral (select said.account::ledger.account, said.amount where said.moved) as m
              where e.company_id = $1 and e.environment = $2) x
     window w as (partition by account order by sequence)`,
    of(scope),
  );
  await query(
    `update ledger.accounts a set (balance, lines) =
       (select coalesce(sum(amount), 0), count(*) from ledger.lines l where ${mine} and l.account = a.account) where ${mine}`,
    of(scope),
  );
  await query(
    `update ledger.books set (entries, last_entry_at) =
       (select count(*), coalesce(max(created_at), '-infinity') from ledger.entries where ${mine}) where ${mine}`,
    of(scope),
  );
  await query(`delete from ledger.holds where ${mine}`, of(scope));
  await query(
    `insert into ledger.holds (company_id, environment, reference, amount, reason, state, created_at, closed_at)
     select $1, $2, r.reference, r.held_delta, r.description,
            case c.kind when 'capture' then 'captured' when 'release' then 'released' else 'open' end, r.created_at, c.created_at
       from ledger.entries r
       left join ledger.entries c on c.company_id = $1 and c.environment = $2 and c.reference = r.reference and c.kind in ('capture', 'release')
      where r.company_id = $1 and r.environment = $2 and r.kind = 'reservation'`,
    of(scope),
  );
}

/** Seals a rewritten book again, from its first entry. */
async function reseal({ query }: Bench, scope: Scope): Promise<void> {
  const show = showEntriesOf(scope);
  const entries = (await query(
    `select * from ledger.entries where ${mine} order by sequence`,
    of(scope),
  )) as EntryRow[];
  const links = entries.map((entry) => ({ number: Number(entry.sequence), texts: textsOfEntry(show(entry)) }));
  await query(`delete from ledger.seals where ${mine}`, of(scope));
  for (const seal of sealsOf(chainOf(scope), { number: 0, hash: beginningOf(scope) }, links, {
    at: new Date(),
    epoch: 0,
  }))
    await query(`insert into ledger.seals values ($1, $2, $3, $4, $5, $6, $7, $8)`, [...of(scope), ...rowOf(seal)]);
}

const rowOf = ({ first, last, before, after, marks, at }: NewSeal) => [first, last, before, after, marks, at];

const rewriting = (edit: Edit, kind: string): Tampering => ({
  kind,
  async apply(bench) {
    const { table, values } = bench.random.pick(bench.rows['ledger.books']);
    const scope: Scope = { companyId: String(values['company_id']), environment: values['environment'] as Environment };
    const first = await edit(bench, scope, entriesOf(bench, placeOf(table, values)));
    if (first === undefined) return undefined;
    await refit(bench, scope);
    if (!bench.random.oneIn(4)) await reseal(bench, scope);
    return new Set([nameOf(first.table, first.values)]);
  },
});

/** Changes of audit entries that leave the concatenation of all fields unchanged. */
const entryEdits: readonly string[] = [
  `details = details || '{"forged": true}'`,
  `subject = environment::text || subject, environment = null`,
];

const rewritingEntries = (edit: string): Tampering => ({
  kind: 'rewrite audit entries',
  async apply({ query, random, rows }) {
    const row = random.pick(rows.audit_log);
    const changed = await query(
      `update audit_log t set ${edit} where tableoid::text || ctid::text = $1 and environment is not null returning 1`,
      [row.ctid],
    );
    if (changed.length === 0) return undefined;
    const entries = (await query(`select * from read_audit_entries(0, 1000000)`)) as AuditEntryRow[];
    await query(`delete from audit_seals`);
    const seals = sealsOf(AUDIT_CHAIN, { number: 0, hash: beginningOfAudit() }, entries.map(toLink), {
      at: new Date(),
      epoch: 0,
    });
    for (const seal of seals) await query(`insert into audit_seals values ($1, $2, $3, $4, $5, $6)`, rowOf(seal));
    return new Set([nameOf(row.table, row.values)]);
  },
});

/** Removes a book: no row of it is left. */
const forgetBook: Tampering = {
  kind: 'forget a book',
  async apply({ query, random, rows }) {
    const { table, values } = random.pick(rows['ledger.books']);
    const parts = tables.filter((name) => name.startsWith('ledger.'));
    for (const part of parts)
      await query(`delete from ${part} where ${mine}`, [values['company_id'], values['environment']]);
    return new Set([nameOf(table, values)]);
  },
};

/** Every clever tampering. */
export const cleverTamperings = (): Tampering[] => [
  ...Object.entries(edits).map(([name, edit]) => rewriting(edit, `rewrite ${name}`)),
  ...entryEdits.map(rewritingEntries),
  forgetBook,
];
