// Loads events and their deliveries: every company has one webhook endpoint, to which each event was delivered.
import type pg from 'pg';
import { type History, timeSql, uuidAtSql } from './history.ts';
import { loadTable } from './load-table.ts';
import { ownerSql, spreadSql } from './spread.ts';

/** Nothing is delivered to it, so its secret need not decrypt. */
const SECRET = `decode(repeat('ab', 120), 'hex')`;

/** SQL: the events with numbers in a range; those of each company are numbered from 1 without a gap. */
const eventsSql = (history: History, from: number, until: number) => `
  (select number, e.owner, o.id as company_id, e.ms, ${uuidAtSql('e.ms', `'event ' || number`)} as id,
          1 + case when e.owner = 0 then number / 2 else number / 2 / ${history.others} end as sequence,
          case when number % 40 = 0 then 'failed' else 'delivered' end as outcome,
          case when number % 40 < 2 then 'operation.failed' else 'operation.completed' end as type
     from (select number, ${ownerSql(history)} as owner, ${spreadSql(history, history.events)} as ms
             from generate_series(${from}::bigint, ${until - 1}) number) e
     join owners o using (owner))`;

/** The id of a company's endpoint, derived from the company's. */
const endpointSql = uuidAtSql(`${Date.UTC(2016, 0, 1)}`, `'endpoint ' || company_id`);

/** Loads endpoints, events, deliveries and attempts. */
export async function loadEvents(client: pg.Client, history: History, progress: (what: string) => void): Promise<void> {
  await client.query(`
    insert into webhook_endpoints (company_id, environment, id, url, events, status, after_sequence, sealing_key, sealed_secret, created_at)
    select company_id, 'sandbox', ${endpointSql}, 'https://example.com/webhooks', '{*}', 'enabled', 0, 1, ${SECRET}, '2016-01-01'
      from (select id as company_id from owners order by owner) o`);
  const { events: count } = history;
  const createdAt = `to_char(${timeSql('e.ms')} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const body = `'{"id":"' || e.id || '","type":"' || e.type || '","createdAt":"' || ${createdAt} || '","environment":"sandbox","companyId":"'
    || e.company_id || '","sequence":' || e.sequence
    || ',"data":{"object":{"id":"op_' || md5(e.id::text) || '","type":"topup","status":"completed","amount":"50.00","fee":"0.10"}}}'`;
  await loadTable(
    client,
    {
      table: 'events',
      count,
      insert: (from, until) => `
        insert into events (company_id, environment, sequence, id, type, body, created_at)
        select e.company_id, 'sandbox', e.sequence, e.id, e.type, ${body}, ${timeSql('e.ms')}
          from ${eventsSql(history, from, until)} e`,
    },
    progress,
  );
  await client.query(`
    insert into event_counters (company_id, environment, last, fanned_out, is_listened)
    select company_id, 'sandbox', max(sequence), max(sequence), true from events group by company_id`);
  await loadDeliveries(client, history, progress);
}

/** Deliveries are inserted with their indexes in place. Attempts need a part for each of their months. */
async function loadDeliveries(client: pg.Client, history: History, progress: (what: string) => void): Promise<void> {
  const { events: count } = history;
  const delivery = uuidAtSql('e.ms', `'delivery ' || number`);
  await client.query(`
    insert into webhook_deliveries (company_id, environment, id, endpoint_id, sequence, event_id, event_type, status, attempts, finished_at, created_at)
    select e.company_id, 'sandbox', ${delivery}, ${endpointSql}, e.sequence, e.id, e.type, e.outcome, 1,
           ${timeSql('e.ms')}, ${timeSql('e.ms')}
      from ${eventsSql(history, 0, count)} e`);
  progress(`webhook_deliveries: ${count}`);
  await client.query(`
    do $$
    declare month timestamp;
    begin
      for month in select generate_series(date_trunc('month', min(created_at) at time zone 'UTC'), max(created_at) at time zone 'UTC', '1 month')
                     from webhook_deliveries loop
        call add_month('webhook_attempts', month::date);
      end loop;
    end $$`);
  await loadTable(
    client,
    {
      table: 'webhook_attempts',
      count,
      insert: (from, until) => `
        insert into webhook_attempts (company_id, environment, delivery_id, number, at, duration_ms, outcome, status, detail, answer)
        select e.company_id, 'sandbox', ${delivery}, 1, ${timeSql('e.ms')}, 40, e.outcome, case when e.outcome = 'failed' then 500 else 200 end, '', 'ok'
          from ${eventsSql(history, from, until)} e`,
    },
    progress,
  );
}
