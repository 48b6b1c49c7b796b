-- migrate:up
set lock_timeout = '100ms';

-- Each order locked the row of its product, which all companies share, three times: with its operation, with its claim and with its
-- card. It locked the row of its company as often. The claim checked both keys although neither had changed: Postgres does so for a
-- row that the same transaction has changed before. An order is accepted only with a price of its product and under the lock of its
-- company's book, whose keys remain, and nobody may delete a product or a company.
alter table operations drop constraint operations_product_id_fkey;
alter table operations drop constraint operations_company_id_fkey;
alter table cards drop constraint cards_product_id_fkey;
alter table idempotency_keys drop constraint idempotency_keys_company_id_fkey;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
