-- Fences the database: commits were lost. Only a recovery by two people lifts it. The first reason stays.
create or replace function close_fence(why text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.verified_timeline v
     set fenced_at = clock_timestamp(), fenced_why = left(why, 500)
   where v.is_only and v.fenced_at is null;
end
$$;
alter function close_fence(text) owner to cardwright_posting;
grant execute on function close_fence(text) to cardwright_api, cardwright_admin, cardwright_worker;
