// pgbench scripts: the product's own path for one operation, and the same rows written by plain SQL.
import { OPERATION_WORK } from '@cardwright/server/operations/read/sql.ts';
import { WORK_CHANNEL } from '@cardwright/server/platform/work/wake-up.ts';
import { AMOUNT, TOTAL } from './world.ts';

/** A UUID that the statements of one transaction share; pgbench has no other way to create one. */
const ID = `md5(:a::text || ' ' || :b)::uuid`;

/** Draws the company and the id of an operation. */
const draw = (companies: number) => `\\set number random(1, ${companies})
\\set a random(0, 9000000000000000000)
\\set b random(0, 9000000000000000000)
`;

/** The product's path for one operation: accepting it, in one transaction and one round trip. */
export const productPath = (companies: number, productId: string) => `${draw(companies)}
\\startpipeline
begin;
select accept_operations(
    jsonb_build_array(jsonb_build_object('company_id', o.company_id, 'environment', 'sandbox', 'id', ${ID}, 'shown_id', 'op_' || ${ID},
      'type', 'issue', 'product_id', '${productId}', 'amount', '${AMOUNT}', 'expected_total', '${TOTAL}', 'holder_id', o.holder_id,
      'card_id', null, 'name', '', 'recipient', '', 'scenario', '')),
    jsonb_build_array(jsonb_build_object('company_id', o.company_id, 'environment', 'sandbox', 'key', ${ID}, 'method', 'POST',
      'path', '/api/v1/operations', 'request_digest', '\\x' || repeat('00', 32), 'field_digests', jsonb_build_object('type', repeat('0', 43),
      'productId', repeat('0', 43), 'amount', repeat('0', 43), 'expectedTotal', repeat('0', 43), 'holderId', repeat('0', 43)),
      'response_status', 201, 'response_body', '', 'resource_id', 'op_' || ${ID}, 'created_at', clock_timestamp())),
    array[o.key_id])
  from bench.orderers o where o.number = :number;
commit;
\\endpipeline
`;

/** The same rows by plain SQL, statement by statement, with a minimum of reads. */
export const plainOrder = (companies: number, productId: string) => `${draw(companies)}
begin;
select company_id as company, holder_id as holder, key_id as apikey from bench.orderers where number = :number \\gset
select entries + 1 as entry from ledger.books where company_id = :company::uuid and environment = 'sandbox' for update \\gset
select 1 as found from api_keys where id = :apikey::uuid and revoked_at is null \\gset
select status as holderstatus from holders where company_id = :company::uuid and environment = 'sandbox' and id = :holder::uuid \\gset
select fixed_fee + (${AMOUNT} * rate_bps + 9999) / 10000 as fee from product_prices
 where product_id = '${productId}' and operation_type = 'issue' \\gset
update ledger.accounts set balance = balance - ${AMOUNT} - :fee, lines = lines + 1
 where company_id = :company::uuid and environment = 'sandbox' and account = 'available' and balance >= ${AMOUNT} + :fee
 returning balance as available, lines as source_line \\gset
update ledger.accounts set balance = balance + ${AMOUNT} + :fee, lines = lines + 1
 where company_id = :company::uuid and environment = 'sandbox' and account = 'held'
 returning balance as held, lines as target_line \\gset
insert into ledger.entries (company_id, environment, sequence, kind, reference, description,
                            available_delta, held_delta, available_after, held_after, created_at)
values (:company::uuid, 'sandbox', :entry, 'reservation', 'op_' || ${ID}, 'Card issue', -${AMOUNT} - :fee, ${AMOUNT} + :fee,
        :available, :held, clock_timestamp());
insert into ledger.lines (company_id, environment, account, sequence, entry_sequence, amount, balance_after)
values (:company::uuid, 'sandbox', 'available', :source_line, :entry, -${AMOUNT} - :fee, :available),
       (:company::uuid, 'sandbox', 'held', :target_line, :entry, ${AMOUNT} + :fee, :held);
update ledger.books set entries = :entry, last_entry_at = clock_timestamp() where company_id = :company::uuid and environment = 'sandbox';
insert into ledger.holds (company_id, environment, reference, amount, reason, created_at)
values (:company::uuid, 'sandbox', 'op_' || ${ID}, ${AMOUNT} + :fee, 'Card issue', clock_timestamp());
insert into operations (company_id, environment, id, type, status, product_id, amount, fee, holder_id, name, metadata, created_at,
                        updated_at, accepted_at, next_at, attempts, last_error)
values (:company::uuid, 'sandbox', ${ID}, 'issue', 'queued', '${productId}', ${AMOUNT}, :fee, :holder::uuid, 'Card', '{}', clock_timestamp(),
        clock_timestamp(), clock_timestamp(), clock_timestamp(), 0, '');
insert into idempotency_keys (company_id, environment, key, method, path, request_digest, field_digests, response_status, response_body,
                              resource_id, created_at)
values (:company::uuid, 'sandbox', ${ID}, 'POST', '/api/v1/operations', ('\\x' || repeat('00', 32))::bytea,
        jsonb_build_object('type', repeat('0', 43), 'productId', repeat('0', 43), 'amount', repeat('0', 43),
                           'expectedTotal', repeat('0', 43), 'holderId', repeat('0', 43)), 201,
        '{"id":"op_' || ${ID} || '","type":"issue","status":"queued","amount":"10.00","fee":"3.02","total":"13.02","result":{},'
          || '"createdAt":"2026-01-01T00:00:00.000Z"}',
        'op_' || ${ID}, clock_timestamp());
select pg_notify('${WORK_CHANNEL}', '${OPERATION_WORK}');
commit;
`;
