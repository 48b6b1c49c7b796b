-- migrate:up
set lock_timeout = '5s';

-- Adds the part for a month to a table that is split by month: by a time, or by ids that begin with one. The part is made first
-- and attached then, so readers and writers of the table do not wait. By itself it is closed: row-level security without a
-- policy shows nothing and takes nothing, from the owner too.
create procedure add_month(whole regclass, month date)
  language plpgsql as $$
declare
  part text;
  bounds text[];
begin
  select format('%I.%I', n.nspname, c.relname || to_char(month, '_YYYY_MM')),
         case a.atttypid when 'uuid'::regtype
           then array[(lpad(to_hex((extract(epoch from starts) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid::text,
                      (lpad(to_hex((extract(epoch from ends) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid::text]
           else array[starts::text, ends::text] end
    into strict part, bounds
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_partitioned_table p on p.partrelid = c.oid and p.partstrat = 'r'
    join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
   cross join lateral (select date_trunc('month', month::timestamp) at time zone 'UTC' as starts,
                              (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC' as ends) as m
   where c.oid = whole;
  if to_regclass(part) is not null then
    return;
  end if;
  execute format('create table %s (like %s including all)', part, whole);
  execute format('alter table %s enable row level security', part);
  execute format('alter table %s force row level security', part);
  execute format('create trigger part_is_closed before insert or update or delete or truncate on %s
    for each statement execute function public.refuse_change()', part);
  execute format('alter table %s enable always trigger part_is_closed', part);
  execute format('alter table %s attach partition %s for values from (%L) to (%L)', whole, part, bounds[1], bounds[2]);
end
$$;

-- Attempts are split by the month in which their delivery was created, with which its id begins. So all attempts of a delivery
-- are in one part, and reads by delivery touch no other. A month is dropped as a whole. A foreign key would keep the deliveries
-- from being deleted behind it, so `note_attempts` checks that the delivery exists.
alter table webhook_attempts rename to webhook_attempts_before;
create table webhook_attempts (
  company_id   uuid not null,
  environment  environment not null,
  delivery_id  uuid not null,
  number       smallint not null check (number >= 1),
  at           timestamptz(3) not null,
  duration_ms  integer not null check (duration_ms >= 0),
  outcome      text not null check (outcome in ('delivered', 'failed')),
  status       smallint, -- of the answer; null when there was none
  detail       text not null check (length(detail) <= 500), -- why there was none
  answer       text not null check (length(answer) <= 2048) -- how the answer began
) partition by range (delivery_id);

alter table webhook_attempts_before no force row level security;
do $$
declare
  this_month constant timestamp := date_trunc('month', clock_timestamp() at time zone 'UTC');
  month timestamp;
begin
  for month in select generate_series(
                        least(this_month, date_trunc('month', min(to_timestamp(
                          ('x' || left(replace(b.delivery_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) at time zone 'UTC'))),
                        this_month + interval '3 months', '1 month')
                 from webhook_attempts_before b loop
    call add_month('webhook_attempts', month::date);
  end loop;
end
$$;
insert into webhook_attempts
select company_id, environment, delivery_id, number, at, duration_ms, outcome, status, detail, answer from webhook_attempts_before;
drop table webhook_attempts_before;
alter table webhook_attempts add primary key (company_id, environment, delivery_id, number);
call protect_by_scope('webhook_attempts');
grant select on webhook_attempts to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update (answer) on webhook_attempts to cardwright_posting;

-- Refuses rows whose month has no part in a table. A part for all other rows would hide that months are missing, could not be dropped by
-- age, and would have to be searched before a month is added.
create function require_month() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  month constant timestamp := clock_timestamp() at time zone 'UTC';
begin
  if to_regclass(format('public.%I', tg_argv[0] || to_char(month, '_YYYY_MM'))) is null then
    raise exception '% has no part for %: prepare_months() adds it', tg_argv[0], to_char(month, 'YYYY-MM')
      using errcode = 'CW025', hint = 'A worker calls it when it starts and every night; its log says why it could not.';
  end if;
  return null;
end
$$;
-- Deliveries, because nothing may be sent whose attempts cannot be recorded: it would be sent again and again.
create trigger deliveries_have_a_month before insert on webhook_deliveries for each statement execute function require_month('webhook_attempts');
alter table webhook_deliveries enable always trigger deliveries_have_a_month;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
