-- Makes the review of a closing due when the payments of its card have brought the balance to what the issuer returned.
create or replace function bring_closings_forward(recorded transactions[]) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  update public.operations o
     set next_at = clock_timestamp()
    from (select distinct r.company_id, r.environment, r.card_id from unnest(recorded) as r) as r
    join public.cards k on k.company_id = r.company_id and k.environment = r.environment and k.id = r.card_id
   where o.company_id = k.company_id and o.environment = k.environment and o.card_id = k.id and o.type = 'close'
     and o.status = 'manual_review' and o.returned = k.balance and o.lease_token is null and o.parked_at is null;
end;
alter function bring_closings_forward(transactions[]) owner to cardwright_posting;
