-- Marks every operation that waits to be sent: the issuer is asked about it first, because an earlier copy of the database may
-- have sent it.
create or replace function ask_about_queued() returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.operations o set ask_first_since = clock_timestamp() where o.status = 'queued' and o.ask_first_since is null;
end
$$;
alter function ask_about_queued() owner to cardwright_posting;
