-- Fences the database: commits were lost. Only a recovery by two people lifts it. The first reason stays. From now on, audit
-- entries are numbered by the time: the numbers between belong to entries that were lost, and come back under them.
create or replace function close_fence(why text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.verified_timeline v
     set fenced_at = clock_timestamp(), fenced_why = left(why, 500)
   where v.is_only and v.fenced_at is null;
  if found then
    perform setval('public.audit_log_sequence_seq', greatest(nextval('public.audit_log_sequence_seq'),
                                                             extract(epoch from clock_timestamp())::bigint * 1000));
  end if;
end
$$;
alter function close_fence(text) owner to cardwright_posting;
grant execute on function close_fence(text) to cardwright_api, cardwright_admin, cardwright_worker;
