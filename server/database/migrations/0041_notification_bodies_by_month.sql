-- migrate:up
set lock_timeout = '5s';

-- The bodies of notifications, split by the month in which they came. The notification stays for ever with its id, digest and signature:
-- it recognizes a repetition and a contradiction, and a copy of the body can be verified against it. Its body is dropped with its
-- month.
create table issuer_notification_bodies (
  environment  environment not null,
  id           uuid not null, -- of the notification
  received_at  timestamptz(3) not null,
  body         bytea not null check (length(body) between 1 and 65536)
) partition by range (received_at);

alter table issuer_notifications no force row level security;
do $$
declare
  this_month constant timestamp := date_trunc('month', clock_timestamp() at time zone 'UTC');
  month timestamp;
begin
  for month in select generate_series(least(this_month, date_trunc('month', min(n.received_at) at time zone 'UTC')),
                                      this_month + interval '3 months', '1 month')
                 from issuer_notifications n loop
    call add_month('issuer_notification_bodies', month::date);
  end loop;
end
$$;
insert into issuer_notification_bodies select environment, id, received_at, body from issuer_notifications;
alter table issuer_notifications drop column body;
alter table issuer_notifications force row level security;

alter table issuer_notification_bodies add primary key (id, received_at);
alter table issuer_notification_bodies enable row level security;
alter table issuer_notification_bodies force row level security;
create policy posting on issuer_notification_bodies to cardwright_posting using (true) with check (true);
grant select, insert on issuer_notification_bodies to cardwright_posting;
create trigger bodies_are_append_only before update or delete or truncate on issuer_notification_bodies
  for each statement execute function refuse_change();
alter table issuer_notification_bodies enable always trigger bodies_are_append_only;
create trigger bodies_have_a_month before insert on issuer_notification_bodies
  for each statement execute function require_month('issuer_notification_bodies');
alter table issuer_notification_bodies enable always trigger bodies_have_a_month;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
