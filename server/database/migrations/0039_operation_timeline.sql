-- migrate:up
set lock_timeout = '5s';

-- A company sees when operators decided about its operation: neither who they are nor what they wrote.
grant select (company_id, environment, subject_kind, subject_id, proposed_at, approved_at) on proposals to cardwright_api;

-- How far a sandbox's clock ran ahead at a moment, by one look.
create index clock_advances_by_time on clock_advances (company_id, environment, advanced_at desc, number desc);

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
