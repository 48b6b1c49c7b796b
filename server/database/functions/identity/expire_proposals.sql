-- Withdraws proposals that were not approved in time, without a withdrawer.
create or replace function expire_proposals() returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  update public.proposals p
     set withdrawn_at = p.expires_at
   where p.approved_at is null and p.withdrawn_at is null and p.expires_at <= clock_timestamp();
end;
alter function expire_proposals() owner to cardwright_posting;
