-- Makes the card of an issue that is completed here and whose card only the issuer has, with its event. Its balance is that of
-- its operations here: its payments count when their notifications are placed. Returns null. The book is locked.
create or replace function adopt_card(u unknown_records, shown jsonb) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  k public.cards;
begin
  insert into public.cards (company_id, environment, id, holder_id, product_id, name, last4, issuer_token, status, balance, limits, created_at)
  select o.company_id, o.environment, coalesce(o.card_id, o.id), o.holder_id, o.product_id, o.name, u.record ->> 'last4', u.named,
         u.record ->> 'status', funded.amount, u.record -> 'limits', o.decided_at
    from public.operations o
   cross join lateral (
     select coalesce(sum(x.amount - coalesce(x.returned, 0)), 0)::bigint as amount
       from public.operations x
      where x.company_id = o.company_id and x.environment = o.environment and x.card_id = coalesce(o.card_id, o.id) and x.status = 'completed')
     as funded
   where o.company_id = u.company_id and o.environment = u.environment and o.id = u.reference
  returning * into k;
  perform public.append_events(array[k.company_id], array[k.environment], array[(shown ->> 'eventId')::uuid], array[shown ->> 'shownEvent'],
    array[shown ->> 'shownCompany'], array['card.created'],
    array[public.card_text(k, public.shown_id('card', k.id), public.shown_id('holder', k.holder_id), public.shown_id('prod', k.product_id))],
    array[ledger.time_of(k.company_id, k.environment)]);
  return null;
end
$$;
alter function adopt_card(unknown_records, jsonb) owner to cardwright_posting;
