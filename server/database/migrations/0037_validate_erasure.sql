-- migrate:up
set lock_timeout = '5s';

alter table holders validate constraint name_until_erased;
alter table holders validate constraint email_until_erased;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
