-- A dry run of acceptance: the price of each request and every reason to refuse it, in the order in which they are
-- shown, regardless of other requests. It changes nothing, so a preview uses the same check. `requests` are the bodies
-- with parsed ids; unknown ids are the nil UUID.
create or replace function weigh_operations(requests jsonb)
  returns table (at_position bigint, company_id uuid, environment environment, product_id uuid, card_product_name text,
    fixed_fee bigint, fee bigint, total bigint, reasons text[], counts boolean, used integer, available bigint, moment timestamptz)
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  select r.position, r.company_id, r.environment, p.id, p.name, coalesce(price.fixed_fee, 0), coalesce(cost.fee, 0),
         r.amount + coalesce(cost.fee, 0),
         array_remove(array[
           case when r.environment = 'live' and r.type = 'service' and not c.live_services then 'capability_disabled' end,
           case when r.type = 'issue' and h.id is null then 'holder_not_found' end,
           case when r.type = 'topup' and card.id is null then 'card_not_found' end,
           case when p.id is null and (r.type <> 'topup' or card.id is not null or r.product_id is not null) then 'product_not_found' end,
           -- A card that the issuer does not know cannot be topped up. The test of the token also keeps the planner
           -- from an index that covers the card but does not start with its id.
           case when card.status = 'closed' then 'card_closed'
                when card.status <> 'active' or card.issuer_token = '' then 'card_not_active'
                when card.is_closing then 'card_busy' end,
           case when h.status = 'pending' then 'holder_pending' when h.status <> 'active' then 'holder_not_active' end,
           case when p.status <> 'active' or (p.id is not null and price.fixed_fee is null) or card.product_id <> p.id
                then 'product_unavailable' end,
           case when r.amount < price.minimum_amount then 'amount_below_minimum' end,
           case when r.amount > price.maximum_amount then 'amount_above_maximum' end,
           case when cost.fee is not null and r.expected_total <> r.amount + cost.fee then 'quote_changed' end
         ], null),
         r.type = 'issue' and c.kind = 'individual', coalesce(q.used, 0), account.balance, now.moment
    from rows from (jsonb_to_recordset(requests) as (company_id uuid, environment public.environment, type text, product_id uuid,
                      amount bigint, expected_total bigint, holder_id uuid, card_id uuid))
           with ordinality as r (company_id, environment, type, product_id, amount, expected_total, holder_id, card_id, position)
   cross join lateral (select c.kind, c.live_services from public.companies c where c.id = r.company_id limit 1) as c
   cross join lateral (select ledger.time_of(r.company_id, r.environment) as moment) as now
    left join lateral (
      select h.id, h.status from public.holders h
       where h.company_id = r.company_id and h.environment = r.environment and h.id = r.holder_id and r.type = 'issue' limit 1) as h on true
    left join lateral (
      select k.id, k.product_id, k.status, k.issuer_token, exists (
               select from public.operations o
                where o.company_id = k.company_id and o.environment = k.environment and o.card_id = k.id and o.type = 'close'
                  and o.status in ('queued', 'processing', 'manual_review')) as is_closing
        from public.cards k
       where k.company_id = r.company_id and k.environment = r.environment and k.id = r.card_id and r.type = 'topup' limit 1) as card on true
    left join lateral (
      select p.id, p.name, p.status from public.products p where p.id = coalesce(r.product_id, card.product_id) limit 1) as p on true
    left join lateral (
      -- The current price, by the real clock: a sandbox's clock does not change it.
      select x.fixed_fee, x.rate_bps, x.minimum_fee, x.minimum_amount, x.maximum_amount
        from public.product_prices x
       where x.product_id = p.id and x.operation_type = r.type and x.effective_from <= clock_timestamp()
       order by x.effective_from desc
       limit 1) as price on true
    left join lateral (
      -- Rounded up to the cent: a rate is in hundredths of a percent.
      select greatest(price.minimum_fee, price.fixed_fee + (r.amount * price.rate_bps + 9999) / 10000) as fee) as cost on true
    left join lateral (
      select q.used from public.issue_quotas q
       where q.company_id = r.company_id and q.environment = r.environment and q.month = public.month_of(now.moment) limit 1) as q on true
   cross join lateral (
     select a.balance from ledger.accounts a
      where a.company_id = r.company_id and a.environment = r.environment and a.account = 'available' limit 1) as account;
end;
alter function weigh_operations(jsonb) owner to cardwright_posting;
grant execute on function weigh_operations(jsonb) to cardwright_api;
