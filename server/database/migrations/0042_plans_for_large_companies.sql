-- migrate:up
set lock_timeout = '5s';

-- A prepared statement has one plan for all companies, made for the average one. Most companies have a few rows, so every
-- index that starts with the company looked equally good, and for a company with 10,000 cards the planner read all of
-- them to find one by its id. As if there were a hundred companies, it plans for one with a hundredth of all rows, and
-- never for more than the largest has.
alter table operations alter column company_id set (n_distinct = 100);
alter table transactions alter column company_id set (n_distinct = 100);
alter table cards alter column company_id set (n_distinct = 100);
alter table holders alter column company_id set (n_distinct = 100);
alter table invoices alter column company_id set (n_distinct = 100);
alter table webhook_deliveries alter column company_id set (n_distinct = 100);

-- It counts from the next statistics on. They are from a sample, so this takes a moment for a table of any size.
analyze operations, transactions, cards, holders, invoices, webhook_deliveries;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
