-- Why a cardholder cannot be erased now, or null when they can: a card could still be used, something about them is not
-- decided, or nothing is left to erase.
create or replace function refusal_of_erasure(h holders) returns text
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  of_cards uuid[] := array(
    select k.id from public.cards k where k.company_id = h.company_id and k.environment = h.environment and k.holder_id = h.id);
begin
  return case
    when h.id is null then 'holder_not_found'
    when h.erased_at is not null and h.external_id = '' and h.metadata::text = '{}' then 'stands_already'
    when exists (
           select from public.cards k
            where k.company_id = h.company_id and k.environment = h.environment and k.holder_id = h.id
              and k.status not in ('closed', 'expired')) then 'holder_has_cards'
    when h.status = 'pending' or exists (
           select from public.unfinished_of_holder(h.company_id, h.environment, h.id, of_cards))
      or exists (
           select from public.unknown_records u
            where u.company_id = h.company_id and u.environment = h.environment and u.reference = h.id and u.resolved_at is null)
      or exists (
           select from public.cases c
             left join public.operations o on o.company_id = c.company_id and o.environment = c.environment and o.id = c.subject_id
             left join public.cards k on k.company_id = c.company_id and k.environment = c.environment and k.id = o.card_id
             left join public.transactions t on t.company_id = c.company_id and t.environment = c.environment and t.id = c.subject_id
            where c.company_id = h.company_id and c.environment = h.environment and c.closed_at is null
              and h.id in (o.holder_id, k.holder_id, t.holder_id)) then 'holder_busy'
  end;
end
$$;
alter function refusal_of_erasure(holders) owner to cardwright_posting;
