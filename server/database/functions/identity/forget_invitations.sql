-- Deletes invitations that expired longer ago than `kept_for`, oldest first, at most `most_rows`. Returns how many it deleted.
-- An id holds the time of its invitation, which is before it expires.
create or replace function forget_invitations(kept_for interval, most_rows integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  over_since constant timestamptz := clock_timestamp() - kept_for;
  forgotten integer;
begin
  delete from public.invitations i
   using (select x.id from public.invitations x
           where x.id < public.first_id_of(over_since) and x.expires_at < over_since
           order by x.id limit most_rows) as old
   where i.id = old.id;
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
alter function forget_invitations(interval, integer) owner to cardwright_posting;
grant execute on function forget_invitations(interval, integer) to cardwright_worker;
