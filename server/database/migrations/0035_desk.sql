-- migrate:up
set lock_timeout = '5s';

-- Prices have a history and a future: each begins at a moment and ends where the next one begins. What there was before this is from the
-- beginning of time.
alter table product_prices
  add column effective_from timestamptz(3) not null default '-infinity',
  add column set_by uuid references operators,
  add column set_at timestamptz(3),
  drop constraint product_prices_pkey,
  add primary key (product_id, operation_type, effective_from);

grant create on schema public to cardwright_posting;
set local role cardwright_posting;
-- Weighs requests for operations against everything that could stand in their way but other requests: what each would
-- cost, and every reason to refuse it, in the order in which they are told. It changes nothing, so a preview is the very
-- same look. `requests` are the bodies, with the ids already looked through; an id that names nothing is nobody's.
create or replace function weigh_operations(requests jsonb)
  returns table (at_position bigint, company_id uuid, environment environment, product_id uuid, card_product_name text,
    fixed_fee bigint, fee bigint, total bigint, reasons text[], counts boolean, used integer, available bigint, moment timestamptz)
  language sql volatile security definer
begin atomic
  select r.position, r.company_id, r.environment, p.id, p.name, coalesce(price.fixed_fee, 0), coalesce(cost.fee, 0),
         r.amount + coalesce(cost.fee, 0),
         array_remove(array[
           case when r.environment = 'live' and r.type = 'service' and not c.live_services then 'capability_disabled' end,
           case when r.type = 'issue' and h.id is null then 'holder_not_found' end,
           case when r.type = 'topup' and card.id is null then 'card_not_found' end,
           case when p.id is null and (r.type <> 'topup' or card.id is not null or r.product_id is not null) then 'product_not_found' end,
           -- A card that the issuer does not know cannot be topped up; to ask for its token also keeps the planner from an
           -- index that has everything else of the card and not its id in front.
           case when card.status <> 'active' or card.issuer_token = '' then 'card_not_active' end,
           case when h.status <> 'active' then 'holder_not_active' end,
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
   cross join lateral (select * from public.companies c where c.id = r.company_id limit 1) as c
   cross join lateral (select ledger.time_of(r.company_id, r.environment) as moment) as now
    left join lateral (
      select * from public.holders h
       where h.company_id = r.company_id and h.environment = r.environment and h.id = r.holder_id and r.type = 'issue' limit 1) as h on true
    left join lateral (
      select * from public.cards k
       where k.company_id = r.company_id and k.environment = r.environment and k.id = r.card_id and r.type = 'topup' limit 1) as card on true
    left join lateral (
      select * from public.products p where p.id = coalesce(r.product_id, card.product_id) limit 1) as p on true
    left join lateral (
      -- The price of this moment, by the real clock: whoever turns the sandbox's forward pays what everybody pays.
      select * from public.product_prices x
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
reset role;
revoke create on schema public from cardwright_posting;

-- Companies by beginnings of the words of their names. The words are matched first and by themselves, or the planner might walk all
-- companies in the order of time to find the few that match.
create index companies_by_words on companies using gin (to_tsvector('simple', name));
create function search_companies(words text, before_created_at timestamptz, before_id uuid, at_most integer)
  returns table (id uuid, created_at timestamptz)
  language sql stable security definer
begin atomic
  with matched as materialized (
    select c.id, c.created_at from public.companies c where to_tsvector('simple', c.name) @@ to_tsquery('simple', words)
  )
  select m.id, m.created_at
    from matched m
   where (m.created_at, m.id) < (coalesce(before_created_at, 'infinity'), coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   order by m.created_at desc, m.id desc
   limit at_most;
end;

-- The log by whatever is asked for, newest first. Each statement walks one index; what else is asked for is looked at on the way.
create index audit_log_by_operator on audit_log (operator_id, sequence desc);
create index audit_log_by_action on audit_log (action, sequence desc);
create function search_audit_log(of_company uuid, of_operator uuid, of_action text, before_sequence bigint, at_most integer) returns setof audit_log
  language plpgsql stable security definer as $$
declare
  before bigint := coalesce(before_sequence, 9223372036854775807);
begin
  if of_company is not null then
    return query select a.* from public.audit_log a
                  where a.company_id = of_company and a.sequence < before and (of_operator is null or a.operator_id = of_operator)
                    and (of_action is null or a.action = of_action)
                  order by a.sequence desc limit at_most;
  elsif of_operator is not null then
    return query select a.* from public.audit_log a
                  where a.operator_id = of_operator and a.sequence < before and (of_action is null or a.action = of_action)
                  order by a.sequence desc limit at_most;
  elsif of_action is not null then
    return query select a.* from public.audit_log a
                  where a.action = of_action and a.sequence < before order by a.sequence desc limit at_most;
  else
    return query select a.* from public.audit_log a
                  where a.sequence < before order by a.sequence desc limit at_most;
  end if;
end
$$;

grant execute on function search_companies(text, timestamptz, uuid, integer), search_audit_log(uuid, uuid, text, bigint, integer)
  to cardwright_admin;
call run_as_posting('search_companies(text, timestamptz, uuid, integer)');
call run_as_posting('search_audit_log(uuid, uuid, text, bigint, integer)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
