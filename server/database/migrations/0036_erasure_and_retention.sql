-- migrate:up
set lock_timeout = '5s';

insert into operator_actions (action, needs_code, needs_two) values ('holder.erase', true, true);

-- When two operators erased the cardholder. Only then may name and email be empty.
alter table holders add column erased_at timestamptz(3);
alter table holders
  add constraint name_until_erased check (length(name) between 1 and 200 or name = '' and erased_at is not null) not valid,
  add constraint email_until_erased check (length(email) between 3 and 320 or email = '' and erased_at is not null) not valid;
alter table holders drop constraint holders_name_check, drop constraint holders_email_check;

-- Refuses every change of a row but its erasure: the row without the words of a person, and otherwise the same. It binds the
-- owner and the posting functions as well.
create function refuse_all_but_erasure() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  before jsonb := to_jsonb(old);
begin
  if to_jsonb(new) = before || (case tg_table_name
       when 'events' then jsonb_build_object('body', public.erased_text(before ->> 'body'))
       when 'idempotency_keys' then jsonb_build_object('response_body', public.erased_text(before ->> 'response_body'),
         'field_digests', (before -> 'field_digests') - public.erased_fields())
       when 'operation_attempts' then '{"detail":""}'
     end) then
    return new;
  end if;
  raise exception '% is append-only: % refused', tg_table_schema || '.' || tg_table_name, tg_op using errcode = 'CW002';
end
$$;

drop trigger events_are_append_only on events;
create trigger events_are_append_only before truncate on events for each statement execute function refuse_change();
alter table events enable always trigger events_are_append_only;
create trigger events_are_only_erased before update on events for each row execute function refuse_all_but_erasure();
alter table events enable always trigger events_are_only_erased;
grant update (body) on events to cardwright_posting;

drop trigger idempotency_keys_are_append_only on idempotency_keys;
create trigger idempotency_keys_are_append_only before delete or truncate on idempotency_keys
  for each statement execute function refuse_change();
alter table idempotency_keys enable always trigger idempotency_keys_are_append_only;
create trigger idempotency_keys_are_only_erased before update on idempotency_keys
  for each row execute function refuse_all_but_erasure();
alter table idempotency_keys enable always trigger idempotency_keys_are_only_erased;
grant update (response_body, field_digests) on idempotency_keys to cardwright_posting;

drop trigger operation_attempts_are_append_only on operation_attempts;
create trigger operation_attempts_are_append_only before delete or truncate on operation_attempts
  for each statement execute function refuse_change();
alter table operation_attempts enable always trigger operation_attempts_are_append_only;
create trigger operation_attempts_are_only_erased before update on operation_attempts
  for each row execute function refuse_all_but_erasure();
alter table operation_attempts enable always trigger operation_attempts_are_only_erased;
grant update (detail) on operation_attempts to cardwright_posting;

-- A company's endpoint may repeat the event in its response.
grant update (answer) on webhook_attempts to cardwright_posting;

-- Finished emails name people, and are deleted after their retention time.
grant delete on mails, operator_mails to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
