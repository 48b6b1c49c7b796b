-- migrate:up
set lock_timeout = '5s';

-- Operators read the history of a review by the company's clock.
grant select (company_id, environment, number, ahead_seconds, advanced_at) on clock_advances to cardwright_admin;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
