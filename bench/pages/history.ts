// A company with a long history whose every page has something to show: each hold of its ledger belongs to an
// operation, each deposit to an invoice, and people sign in to it.
import { fromId } from '@cardwright/server/foundation/ids.ts';
import { seedPeople } from '@cardwright/stack/people.ts';
import pg from 'pg';
import { cycleOf, OPEN_HOLDS } from '../history/cycle.ts';
import { type History, historyOf, uuidAt, WEEK_ENTRIES } from '../history/history.ts';
import { loadHistory } from '../history/load-history.ts';

/** A week's worth of entries is spread over more than a month, because a statement shows no more. */
const STRETCHED_DAY_MS = 4.5 * 86_400_000;

/** Plausible for a company with this many payments. */
const CARDS = 600;
const HOLDERS = 400;

/** Enough that the measured company's rows are interleaved with others. */
const MOST_OTHERS = 200;

/** The owner's pending invitation, necessarily from another company. */
export const INVITATION_ID = uuidAt(Date.UTC(2026, 0, 1), 'an invitation');

/** The history of a company with at least `size` operations, payments and events. It ends now. */
export function pageHistoryOf(size: number, seed: number, now: Date): History {
  const { length, steps } = cycleOf(seed);
  const operationsOfCycle = steps.slice(0, length).filter(({ kind }) => kind === 'reservation').length;
  // Whole weeks, since the history ends with its last one.
  const needed = OPEN_HOLDS + ((size - OPEN_HOLDS) / operationsOfCycle) * length;
  const measured = Math.ceil(needed / WEEK_ENTRIES) * WEEK_ENTRIES;
  const history = historyOf(2 * measured, seed, { endMs: now.getTime(), dayMs: STRETCHED_DAY_MS });
  return {
    ...history,
    others: Math.min(history.others, MOST_OTHERS),
    holders: 2 * HOLDERS,
    cards: 2 * CARDS,
    transactions: 2 * size,
    events: 2 * size,
    // Operations and invoices are made from the ledger below; no page shows the keys of requests.
    operations: 0,
    invoices: 0,
    idempotencyKeys: 0,
  };
}

/** Loads the history into an empty database, with the people of the measured company. */
export async function fillPages(url: string, history: History, progress: (what: string) => void): Promise<void> {
  await loadHistory(url, history, progress);
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    await makeOperations(client, history);
    await makeInvoices(client, history);
    await seedPeople(url, history.measuredId);
    await invite(client, history);
    progress('operations, invoices and people');
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

/** The references that entries of one kind have, and the uuids behind them. */
async function referencesOf(client: pg.Client, { measuredId }: History, kind: 'reservation' | 'deposit') {
  const { rows } = await client.query<{ reference: string }>(
    `select reference from ledger.entries
      where company_id = $1 and environment = 'sandbox' and kind = $2 order by sequence`,
    [measuredId, kind],
  );
  const references = rows.map(({ reference }) => reference);
  const named = kind === 'reservation' ? 'operation' : 'invoice';
  return { references, ids: references.map((reference) => fromId(named, reference)) };
}

/** An operation for each hold: completed where it was captured, failed where it was released, otherwise in review. */
async function makeOperations(client: pg.Client, history: History): Promise<void> {
  const { references, ids } = await referencesOf(client, history, 'reservation');
  await client.query(
    `insert into operations (company_id, environment, id, type, status, product_id, amount, fee, card_id, name, recipient, receipt,
                             failure_code, failure_message, review_reason, review_opened_at, decided_at, created_at)
     select h.company_id, h.environment, r.id, r.type, s.status, p.id, h.amount - f.fee, f.fee,
            case when r.type = 'topup' or (r.type = 'issue' and s.status = 'completed') then c.ids[1 + r.n % cardinality(c.ids)] end,
            case when r.type = 'issue' then 'Card ' || r.n else '' end, case when r.type = 'service' then 'Supplier ' || r.n else '' end,
            case when s.status = 'completed' then 'receipt-' || r.n else '' end,
            case when s.status = 'failed' then 'issuer_rejected' else '' end,
            case when s.status = 'failed' then 'The issuer rejected it.' else '' end,
            case when s.status = 'manual_review' then 'issuer_timeout' else '' end,
            case when s.status = 'manual_review' then h.created_at end, h.closed_at, h.created_at
       from (select id, reference, n, (array['topup', 'issue', 'service'])[1 + n % 3] as type
               from unnest($2::uuid[], $3::text[]) with ordinality as u (id, reference, n)) r
       join ledger.holds h on h.company_id = $1 and h.environment = 'sandbox' and h.reference = r.reference
      cross join lateral (select case h.state when 'captured' then 'completed' when 'released' then 'failed'
                                              else 'manual_review' end as status) s
      cross join lateral (select (h.amount * 20 + 10019) / 10020 as fee) f
       join (select kind, min(id::text)::uuid as id from products group by kind) p
         on p.kind = case when r.type = 'service' then 'service' else 'card' end
      cross join (select array_agg(id order by id) as ids from cards where company_id = $1 and environment = 'sandbox') c`,
    [history.measuredId, ids, references],
  );
}

/** A paid invoice for each deposit. Its transfer came in two parts. */
async function makeInvoices(client: pg.Client, history: History): Promise<void> {
  const { references, ids } = await referencesOf(client, history, 'deposit');
  await client.query(
    `with made as (
       insert into invoices (company_id, environment, id, status, requested_amount, deposit_amount, fee, address, pay_amount,
                             expires_at, decided_at, created_at)
       select d.company_id, d.environment, r.id, 'completed', d.available_delta / 100 * 100, d.available_delta, -f.available_delta,
              'T' || substr(md5(r.reference) || '00', 1, 33), d.available_delta / 100 * 1000000, d.created_at + interval '1 hour',
              d.created_at, d.created_at - interval '20 minutes'
         from unnest($2::uuid[], $3::text[]) as r (id, reference)
         join ledger.entries d on d.company_id = $1 and d.environment = 'sandbox' and d.kind = 'deposit' and d.reference = r.reference
         join ledger.entries f on f.company_id = $1 and f.environment = 'sandbox' and f.kind = 'deposit_fee' and f.reference = r.reference
       returning *)
     insert into invoice_transfers (company_id, environment, invoice_id, transfer_id, amount, occurred_at, seen_at)
     select company_id, environment, id, md5(id::text || ' ' || n), deposit_amount * 5000, decided_at, decided_at
       from made cross join generate_series(1, 2) n`,
    [history.measuredId, ids, references],
  );
}

/** Another company invites the owner; the measured company is verified with all its details. */
async function invite(client: pg.Client, { measuredId }: History): Promise<void> {
  await client.query(
    `insert into invitations (company_id, id, email, role, invited_by, created_at, expires_at)
     select c.id, $2, o.email, 'viewer', o.user_id, now(), now() + interval '7 days'
       from (select u.id as user_id, u.email from members m join people.users u on u.id = m.user_id
              where m.company_id = $1 and m.role = 'owner') o
      cross join (select id from companies where id <> $1 order by id limit 1) c`,
    [measuredId, INVITATION_ID],
  );
  await client.query(
    `insert into verifications (company_id, state, fields, submitted_at, decided_at)
     values ($1, 'approved', '{}', now() - interval '2 days', now() - interval '1 day')`,
    [measuredId],
  );
}
