-- Why an unknown record cannot be adopted now, or null when it can. Orders of one card are adopted in the issuer's order, so
-- that status and limits of the card are those of the last one.
create or replace function refusal_of_adoption(u unknown_records) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  o public.operations;
  card text := u.record ->> 'cardToken';
begin
  if u.reference is null or not u.is_whole or public.is_here(u.company_id, u.environment, u.kind, u.named, u.reference) then
    return 'not_adoptable';
  elsif u.kind = 'card' then
    return case when not exists (
                  select from public.operations x
                   where x.company_id = u.company_id and x.environment = u.environment and x.id = u.reference and x.type = 'issue'
                     and x.status = 'completed' and x.holder_id is not null) then 'not_adoptable' end;
  elsif u.kind = 'deposit' then
    return case when exists (
                  select from public.invoices i
                   where i.company_id = u.company_id and i.environment = u.environment
                     and i.status in ('creating', 'pending', 'manual_review')) then 'other_invoice_unresolved' end;
  elsif u.kind = 'holder' then
    return null;
  end if;
  o := public.operation_of_order(u);
  return case
    when o.product_id is null or o.fee is null then 'not_adoptable'
    when o.type = 'issue' and o.holder_id is null or o.type not in ('issue', 'service') and o.card_id is null then 'depends_on_unknown'
    when exists (
           select from public.unknown_records x
            where x.company_id = u.company_id and x.environment = u.environment and x.kind = 'order' and x.resolved_at is null and x.id <> u.id
              and card in (x.record ->> 'cardToken', x.record -> 'card' ->> 'token')
              and (x.record ->> 'createdAt')::timestamptz < (u.record ->> 'createdAt')::timestamptz) then 'depends_on_unknown'
    when o.type not in ('issue', 'topup', 'service') and exists (
           select from public.operations x
            where x.company_id = u.company_id and x.environment = u.environment and x.card_id = o.card_id and x.status = 'completed'
              and x.type not in ('issue', 'topup') and x.created_at > o.created_at) then 'not_adoptable'
    when o.type = 'issue' and exists (
           select from public.cards k
            where k.company_id = u.company_id and k.environment = u.environment
              and k.issuer_token = u.record -> 'card' ->> 'token') then 'card_is_known'
  end;
end
$$;
alter function refusal_of_adoption(unknown_records) owner to cardwright_posting;
