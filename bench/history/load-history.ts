// Loads a history into an empty database as its administrator, by statements over ranges of numbers. The result is a
// real ledger: `ledger verify` accepts it.
import pg from 'pg';
import { type Cycle, cycleOf, OPEN_HOLDS } from './cycle.ts';
import { companyCreatedMs, type History, msOfSql, timeSql, uuidAtSql } from './history.ts';
import { loadObjects } from './load-objects.ts';
import { loadSums } from './load-sums.ts';
import { loadTable } from './load-table.ts';
import { loadWords } from './load-words.ts';

/**
 * Companies with unused books. Without them a short history would have so few companies that all of them fit into one
 * block, which no index could match.
 */
const IDLE_COMPANIES = 200;

/** Loads everything and leaves the tables vacuumed and analyzed. */
export async function loadHistory(url: string, history: History, progress: (what: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'");
    // Foreign keys are not checked per row: every row here is built from existing rows.
    await client.query('set session_replication_role = replica');
    const cycle = cycleOf(history.seed);
    await makeCompanies(client, history, cycle);
    await makeCycle(client, cycle);
    await loadLedger(client, history, cycle, progress);
    await closeBooks(client, history, cycle);
    await loadObjects(client, history, progress);
    await loadSums(client);
    await loadWords(client);
    progress('the words of search');
    progress('vacuum and analyze');
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** Companies with books in both environments, and a numbered list of them: 0 is the measured one. */
async function makeCompanies(client: pg.Client, history: History, cycle: Cycle): Promise<void> {
  const created = `(${companyCreatedMs(history.startMs, 0)} + n * 1000)`;
  await client.query(`
    create temporary table owners as
    select 0 as owner, '${history.measuredId}'::uuid as id, ${history.measured}::bigint as entries,
           (${history.measured} - ${OPEN_HOLDS}) / ${cycle.length} as cycles
    union all
    select n, ${uuidAtSql(created, `'company ' || n`)},
           (${history.measured} - n + ${history.others}) / ${history.others},
           (${history.measured} - n + ${history.others}) / ${history.others} / ${cycle.length}
      from generate_series(1, ${history.others}) n
    union all
    select n, ${uuidAtSql(created, `'company ' || n`)}, 0, 0
      from generate_series(${history.others + 1}, ${history.others + IDLE_COMPANIES}) n;
    analyze owners;
    insert into companies (id, name, kind, verification, created_at)
    select id, 'Company ' || owner, 'corporate', 'approved', ${timeSql(`${companyCreatedMs(history.startMs, 0)}`)} + owner * interval '1 second'
      from owners order by owner;
    select ledger.open_book(id, 'sandbox'), ledger.open_book(id, 'live') from owners order by owner`);
}

async function makeCycle(client: pg.Client, cycle: Cycle): Promise<void> {
  await client.query(`
    create temporary table steps (step integer, kind ledger.entry_kind, prefix text, description text, reference_step integer,
      closing_step integer, hold_state text, available_delta bigint, held_delta bigint, available bigint, held bigint);
    create temporary table movements (step integer, account ledger.account, amount bigint, balance bigint, lines bigint);
    create temporary table standings (step integer, account ledger.account, balance bigint, lines bigint)`);
  for (const [table, rows] of Object.entries({
    steps: cycle.steps,
    movements: cycle.movements,
    standings: cycle.standings,
  })) {
    await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows),
    ]);
    await client.query(`analyze ${table}`);
  }
}

/**
 * SQL: the entries with numbers in a range. Even numbers belong to the measured company, odd ones to the others in
 * turn, so that rows of different companies are interleaved as after years of use.
 */
const entriesSql = (history: History, cycle: Cycle, from: number, until: number): string => `
  (select number, number / 2 as at_number, o.owner, o.id as company_id, e.done, c.cycle,
          e.done - c.cycle * ${cycle.length} + case when c.cycle = o.cycles then ${cycle.length} else 0 end as step
     from generate_series(${from}::bigint, ${until - 1}) number
    cross join lateral (select case when number % 2 = 0 then 0 else 1 + number / 2 % ${history.others} end as owner,
                               case when number % 2 = 0 then number / 2 else number / 2 / ${history.others} end as done) e
     join owners o on o.owner = e.owner
    cross join lateral (select least(e.done / ${cycle.length}, o.cycles) as cycle) c)`;

const madeAs = 'e.done - s.step + s.reference_step';
const lettersOf = `md5((${madeAs}) || ' ' || e.owner)`;

/**
 * SQL: the reference of an entry: a prefix and 26 letters that sort by age, as the product's ids do. Decoded, the
 * letters are a UUID of version 7: the `e` and the `8` mark that.
 */
const referenceSql = `s.prefix || lpad(to_hex(${madeAs}), 10, '0') || 'e' || substr(${lettersOf}, 1, 2)
  || '8' || substr(${lettersOf}, 3, 12)`;

async function loadLedger(
  client: pg.Client,
  history: History,
  cycle: Cycle,
  progress: (what: string) => void,
): Promise<void> {
  const net = (account: string) => cycle.standings.find((s) => s.step === cycle.length - 1 && s.account === account);
  const count = history.entries;
  const entries = (from: number, until: number) => entriesSql(history, cycle, from, until);
  const createdAt = timeSql(msOfSql(history, 'e.at_number'));
  await loadTable(
    client,
    {
      table: 'ledger.entries',
      count,
      insert: (from, until) => `
        insert into ledger.entries (company_id, environment, sequence, kind, reference, description,
                                    available_delta, held_delta, available_after, held_after, created_at)
        select e.company_id, 'sandbox', e.done + 1, s.kind, ${referenceSql}, s.description, s.available_delta, s.held_delta,
               e.cycle * ${net('available')?.balance} + s.available, e.cycle * ${net('held')?.balance} + s.held, ${createdAt}
          from ${entries(from, until)} e join steps s on s.step = e.step`,
    },
    progress,
  );
  await client.query(`
    create temporary table nets as select account, balance, lines from standings where step = ${cycle.length - 1};
    analyze nets`);
  await loadTable(
    client,
    {
      table: 'ledger.lines',
      count,
      insert: (from, until) => `
        insert into ledger.lines (company_id, environment, account, sequence, entry_sequence, amount, balance_after)
        select e.company_id, 'sandbox', m.account, e.cycle * n.lines + m.lines, e.done + 1, m.amount, e.cycle * n.balance + m.balance
          from ${entries(from, until)} e join (movements m join nets n using (account)) on m.step = e.step`,
    },
    progress,
  );
  // The closing entry is as many numbers later as its company's entries lie apart.
  const apart = `case when e.owner = 0 then 1 else ${history.others} end`;
  const closedNumber = `(e.at_number + (s.closing_step - s.step) * ${apart})`;
  await loadTable(
    client,
    {
      table: 'ledger.holds',
      count,
      insert: (from, until) => `
        insert into ledger.holds (company_id, environment, reference, amount, reason, state, created_at, closed_at)
        select e.company_id, 'sandbox', ${referenceSql}, s.held_delta, s.description, s.hold_state, ${createdAt},
               case when s.closing_step is not null then ${timeSql(msOfSql(history, closedNumber))} end
          from ${entries(from, until)} e join steps s on s.step = e.step and s.kind = 'reservation'`,
    },
    progress,
  );
}

/** Sets books and accounts to their state after the last entry. */
async function closeBooks(client: pg.Client, history: History, cycle: Cycle): Promise<void> {
  const apart = `case when o.owner = 0 then 1 else ${history.others} end`;
  const lastNumber = `((o.entries - 1) * ${apart} + case when o.owner = 0 then 0 else o.owner - 1 end)`;
  await client.query(`
    update ledger.books b
       set entries = o.entries, last_entry_at = ${timeSql(msOfSql(history, lastNumber))}
      from owners o
     where b.company_id = o.id and b.environment = 'sandbox' and o.entries > 0;
    update ledger.accounts a
       set balance = least((o.entries - 1) / ${cycle.length}, o.cycles) * n.balance + s.balance,
           lines = least((o.entries - 1) / ${cycle.length}, o.cycles) * n.lines + s.lines
      from owners o, nets n, standings s
     where a.company_id = o.id and a.environment = 'sandbox' and o.entries > 0 and n.account = a.account and s.account = a.account
       and s.step = case when (o.entries - 1) / ${cycle.length} < o.cycles then ${cycle.length - 1}
                         else ${cycle.length} + o.entries - 1 - o.cycles * ${cycle.length} end`);
}
