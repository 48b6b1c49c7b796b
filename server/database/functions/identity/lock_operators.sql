-- Serializes actions that change operators, before any row is locked: two operators who disable each other do not both
-- succeed.
create or replace function lock_operators(for_action text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if for_action like 'operator.%' then
    perform pg_advisory_xact_lock(hashtextextended('cardwright operators', 0));
  end if;
end
$$;
alter function lock_operators(text) owner to cardwright_posting;
