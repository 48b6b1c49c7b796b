-- Queues an email to every operator who can act, except one.
create or replace function notify_operators(of_kind text, told jsonb, besides uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.operator_mails (operator_id, kind, details)
  select o.id, of_kind, told from public.operators o where o.disabled_at is null and o.id is distinct from besides order by o.id;
end
$$;
alter function notify_operators(text, jsonb, uuid) owner to cardwright_posting;
