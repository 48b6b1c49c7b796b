// Loads the rows around the ledger: catalogue, keys, holders, cards, operations, card payments, invoices,
// idempotency keys, events with their deliveries.
import { digestRequest } from '@cardwright/server/platform/idempotency/digest.ts';
import type pg from 'pg';
import { type History, timeSql, uuidAt, uuidAtSql } from './history.ts';
import { loadEvents } from './load-events.ts';
import { loadTable } from './load-table.ts';
import { ownerSql, spreadSql } from './spread.ts';

/** The request of every loaded Idempotency-Key, so that each can be replayed. */
export const FUNDING = { method: 'POST', path: '/api/v1/sandbox/funding', body: { amount: '1.00' } } as const;

/** The busiest card has every eighth payment, and the busiest holder every sixteenth card. */
const BUSIEST_CARD = 8;
const BUSIEST_HOLDER = 16;

/** The latest operations, as many as a short history has. Only among them are some undecided. */
const LATEST_OPERATIONS = 10_000;

/** Cards with operations, beside the busiest one, which has every eighth: even a short history fills a short page. */
const CARDS_IN_USE = 100;

/** Card products; a third product is the service. */
export const products = ['one', 'two', 'service'].map((name) => uuidAt(Date.UTC(2016, 0, 1), `product ${name}`));

type Progress = (what: string) => void;

/** Loads the rows around the ledger. Half of each kind belongs to the measured company. */
export async function loadObjects(client: pg.Client, history: History, progress: Progress): Promise<void> {
  await makeCatalogueAndKeys(client);
  await makeHoldersAndCards(client, history);
  await loadOperations(client, history, progress);
  await loadTransactions(client, history, progress);
  await makeInvoices(client, history);
  await loadIdempotencyKeys(client, history, progress);
  await loadEvents(client, history, progress);
}

/** SQL: one of these texts, chosen by a number. */
const pickSql = (texts: readonly string[], number: string) =>
  `(array['${texts.join("','")}'])[1 + ${number} % ${texts.length}]`;

async function makeCatalogueAndKeys(client: pg.Client): Promise<void> {
  const [one, two, service] = products;
  await client.query(`
    insert into products (id, name, kind, created_at)
    values ('${one}', 'Business card', 'card', '2016-01-01'), ('${two}', 'Travel card', 'card', '2016-01-01'),
           ('${service}', 'Service order', 'service', '2016-01-01');
    insert into product_prices (product_id, operation_type, fixed_fee, rate_bps, minimum_amount, maximum_amount)
    select id, t, 0, 20, 1000, 100000000
      from products p cross join unnest(array['issue', 'topup', 'service']) t where (t = 'service') = (p.kind = 'service');
    insert into api_keys (company_id, environment, id, name, hash, pepper_version, hint, scopes, created_at)
    select o.id, e.environment, md5(o.owner || ' ' || e.environment)::uuid, 'key', sha256((o.owner || ' ' || e.environment)::bytea),
           1, 'abcd', array['balance:read'], '2016-01-01'
      from owners o cross join unnest(enum_range(null::environment)) e (environment)`);
}

async function makeHoldersAndCards(client: pg.Client, history: History): Promise<void> {
  const made = (count: number) => spreadSql(history, count);
  // The other companies' cards belong to their first holder, and their payments to their first card.
  const holderNumber = `case when number % 2 = 1 then 1 + number / 2 % ${history.others} * 2
    when number / 2 % ${BUSIEST_HOLDER} = 0 then 0 else number / 2 % ${history.holders / 2} * 2 end`;
  await client.query(`
    create temporary table loaded_holders as
    select number, ${ownerSql(history)} as owner, ${made(history.holders)} as ms,
           ${uuidAtSql(made(history.holders), `'holder ' || number`)} as id
      from generate_series(0::bigint, ${history.holders - 1}) number;
    insert into holders (company_id, environment, id, name, email, kind, status, external_id, created_at)
    select o.id, 'sandbox', h.id, 'Holder ' || number, 'holder' || number || '@example.com',
           ${pickSql(['individual', 'corporate'], 'number / 2')},
           ${pickSql(['active', 'pending', 'blocked', 'rejected'], 'number / 4')}, 'external-' || number, ${timeSql('ms')}
      from loaded_holders h join owners o using (owner) order by number;
    create temporary table loaded_cards as
    select c.*, h.id as holder_id, ${pickSql(products.slice(0, 2), 'c.card / 32')}::uuid as product_id
      from (select number as card, ${ownerSql(history)} as owner, ${made(history.cards)} as ms, ${holderNumber} as holder_number,
                   ${uuidAtSql(made(history.cards), `'card ' || number`)} as id
              from generate_series(0::bigint, ${history.cards - 1}) number) c
      join loaded_holders h on h.number = c.holder_number;
    -- The newest card has not the highest balance, so that sorting changes the order.
    insert into cards (company_id, environment, id, holder_id, product_id, name, last4, issuer_token, status, balance, created_at)
    select o.id, 'sandbox', c.id, c.holder_id, c.product_id, 'Card ' || c.card,
           lpad((c.card % 10000)::text, 4, '0'), 'token-' || c.card,
           ${pickSql(['active', 'frozen', 'blocked', 'closed', 'expired'], 'c.card / 64')}, c.card * 37 % 1009, ${timeSql('c.ms')}
      from loaded_cards c join owners o using (owner)
     order by c.card;
    analyze loaded_cards`);
}

/**
 * Operations of every type and status; most are completed. Only the latest are undecided, one in twenty of each kind:
 * the backlog does not grow with the history.
 */
async function loadOperations(client: pg.Client, history: History, progress: Progress): Promise<void> {
  const ms = spreadSql(history, history.operations);
  const decided = [...Array<string>(14).fill('completed'), 'failed', 'failed', 'failed'];
  const statuses = [...decided, 'queued', 'processing', 'manual_review'];
  const card = `case when r.owner > 0 then r.owner * 2 - 1
    when number / 2 % ${BUSIEST_CARD} = 0 then 0 else 2 + number / 2 % ${CARDS_IN_USE} * 2 end`;
  await loadTable(
    client,
    {
      table: 'operations',
      count: history.operations,
      insert: (from, until) => `
        insert into operations (company_id, environment, id, type, status, product_id, amount, fee, holder_id, card_id, name,
                                receipt, failure_code, failure_message, review_reason, review_opened_at, attempt, sent_at, next_at,
                                decided_at, created_at)
        select o.id, 'sandbox', ${uuidAtSql('r.ms', `'operation ' || number`)}, r.type, r.status,
               case when r.type = 'service' then '${products[2]}'::uuid else c.product_id end, 5000, 10,
               case when r.type <> 'service' then c.holder_id end, case when r.type <> 'service' then c.id end, 'Travel', 'receipt-' || number,
               case when r.status = 'failed' then 'issuer_rejected' else '' end,
               case when r.status = 'failed' then 'The issuer rejected it.' else '' end,
               case when r.status = 'manual_review' then 'issuer_timeout' else '' end,
               case when r.status = 'manual_review' then ${timeSql('r.ms')} end,
               case when r.status = 'processing' then o.id end, case when r.status = 'processing' then ${timeSql('r.ms')} end,
               case when r.status in ('queued', 'processing') then '9999-01-01'::timestamptz end,
               case when r.status in ('completed', 'failed') then ${timeSql('r.ms')} end, ${timeSql('r.ms')}
          from (select number, ${ownerSql(history)} as owner, ${ms} as ms,
                       ${pickSql(['issue', 'topup', 'service'], 'number / 2')} as type,
                       case when number < ${history.operations - LATEST_OPERATIONS} then ${pickSql(decided, 'number / 6')}
                            else ${pickSql(statuses, 'number / 6')} end as status
                  from generate_series(${from}::bigint, ${until - 1}) number) r
          join owners o using (owner)
          join loaded_cards c on c.card = ${card}`,
    },
    progress,
  );
}

async function loadTransactions(client: pg.Client, history: History, progress: Progress): Promise<void> {
  const ms = spreadSql(history, history.transactions);
  const card = `case when r.owner > 0 then r.owner * 2 - 1
    when number / 2 % ${BUSIEST_CARD} = 0 then 0 else number / 2 % ${history.cards / 2} * 2 end`;
  await loadTable(
    client,
    {
      table: 'transactions',
      count: history.transactions,
      insert: (from, until) => `
        insert into transactions (company_id, environment, id, card_id, holder_id, reference, type, status, amount, currency,
                                  merchant, country, description, occurred_at, created_at)
        select o.id, 'sandbox', ${uuidAtSql('r.ms', `'transaction ' || number`)}, c.id, c.holder_id, 'issuer-' || md5(number::text),
               ${pickSql(['purchase', 'refund', 'reversal', 'withdrawal', 'fee'], `(number / ${2 * BUSIEST_CARD})`)},
               ${pickSql(['settled', 'pending', 'declined', 'reversed'], `(number / ${10 * BUSIEST_CARD})`)},
               -(number % 9000 + 100), 'USD', 'Bookshop ' || number % 500, 'DE', 'Books', ${timeSql('r.ms')}, ${timeSql('r.ms')}
          from (select number, ${ownerSql(history)} as owner, ${ms} as ms
                  from generate_series(${from}::bigint, ${until - 1}) number) r
          join owners o using (owner)
          join loaded_cards c on c.card = ${card}`,
    },
    progress,
  );
}

/**
 * Invoices in every final status, because an unresolved one would block the company's next. Each completed or expired
 * one has two transfers.
 */
async function makeInvoices(client: pg.Client, history: History): Promise<void> {
  const ms = spreadSql(history, history.invoices);
  const statuses = [...Array<string>(7).fill('completed'), 'expired', 'expired', 'failed'];
  await client.query(`
    create temporary table loaded_invoices as
    select number, ${ownerSql(history)} as owner, ${ms} as ms, ${uuidAtSql(ms, `'invoice ' || number`)} as id,
           ${pickSql(statuses, 'number / 2')} as status, 10000 * (1 + number % 500) as amount
      from generate_series(0::bigint, ${history.invoices - 1}) number;
    insert into invoices (company_id, environment, id, status, requested_amount, deposit_amount, fee, address, pay_amount,
                          expires_at, failure_code, failure_message, decided_at, created_at)
    select o.id, 'sandbox', i.id, i.status, i.amount, i.amount, deposit_fee(i.amount), 'T' || substr(md5(number::text) || '00', 1, 33),
           i.amount * 10000 + number % 1000, ${timeSql('(i.ms + 3600000)')},
           case when i.status = 'failed' then 'operator_decision' else '' end,
           case when i.status = 'failed' then 'Operators decided that nothing is credited for it.' else '' end,
           ${timeSql('(i.ms + 3600000)')}, ${timeSql('i.ms')}
      from loaded_invoices i join owners o using (owner) order by number;
    insert into invoice_transfers (company_id, environment, invoice_id, transfer_id, amount, occurred_at, seen_at)
    select o.id, 'sandbox', i.id, 'tx_' || md5(number || ' ' || n), i.amount * 10000, ${timeSql('(i.ms + n * 60000)')}, ${timeSql('(i.ms + n * 60000)')}
      from loaded_invoices i join owners o using (owner) cross join generate_series(1, 2) n
     where i.status <> 'failed'
     order by number, n`);
}

async function loadIdempotencyKeys(client: pg.Client, history: History, progress: Progress): Promise<void> {
  const { whole, fields } = digestRequest(FUNDING);
  await loadTable(
    client,
    {
      table: 'idempotency_keys',
      count: history.idempotencyKeys,
      insert: (from, until) => `
        insert into idempotency_keys (company_id, environment, key, method, path, request_digest, field_digests,
                                      response_status, response_body, resource_id, created_at)
        select o.id, 'sandbox', md5('key ' || number)::uuid::text, '${FUNDING.method}', '${FUNDING.path}',
               '\\x${whole.toString('hex')}', '${JSON.stringify(fields)}', 200, '{}',
               'sbf_' || substr(md5(number::text), 1, 26), ${timeSql(spreadSql(history, history.idempotencyKeys))}
          from (select number, ${ownerSql(history)} as owner from generate_series(${from}::bigint, ${until - 1}) number) r
          join owners o using (owner)`,
    },
    progress,
  );
}
