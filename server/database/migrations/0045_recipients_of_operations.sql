-- migrate:up
set lock_timeout = '5s';

create function keep_recipient() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.payees (company_id, environment, kind, id, name)
  values (new.company_id, new.environment, 'recipient', public.payee_id(new.recipient), new.recipient)
      on conflict do nothing;
  return null;
end
$$;
create trigger operations_have_recipients after insert on operations
  for each row when (new.recipient <> '') execute function keep_recipient();

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
