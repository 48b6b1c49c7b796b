-- Appends events about payments, then about the cards whose balance they moved, each in its final state.
create or replace function append_payment_events(before transactions[], after transactions[], told jsonb[], moments timestamptz[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.append_events(array_agg(e.company_id order by e.place, e.number), array_agg(e.environment order by e.place, e.number),
            array_agg(e.event_id order by e.place, e.number), array_agg(e.shown_event order by e.place, e.number),
            array_agg(e.shown_company order by e.place, e.number), array_agg(e.type order by e.place, e.number),
            array_agg(e.object order by e.place, e.number), array_agg(e.moment order by e.place, e.number))
     from (select 1 as place, a.ordinality as number, a.company_id, a.environment, (told[a.ordinality] ->> 'eventId')::uuid as event_id,
                  told[a.ordinality] ->> 'shownEvent' as shown_event, told[a.ordinality] ->> 'shownCompany' as shown_company,
                  case when (before[a.ordinality]).id is null then 'transaction.created' else 'transaction.updated' end as type,
                  public.transaction_text(after[a.ordinality], told[a.ordinality] ->> 'shownId', told[a.ordinality] ->> 'shownCard') as object,
                  moments[a.ordinality] as moment
             from unnest(after) with ordinality as a
            union all
           select 2, last.number, last.company_id, last.environment, (last.said ->> 'cardEventId')::uuid, last.said ->> 'shownCardEvent',
                  last.said ->> 'shownCompany', 'card.updated',
                  public.card_text(k.card, last.said ->> 'shownCard', last.said ->> 'shownHolder', last.said ->> 'shownProduct'),
                  moments[last.number]
             from (select a.company_id, a.environment, a.card_id, max(a.ordinality) as number, (array_agg(told[a.ordinality]))[1] as said
                     from unnest(after) with ordinality as a
                    group by a.company_id, a.environment, a.card_id
                   having sum(public.effect_of_payment(a.status, a.amount) - coalesce(a.returned, 0)
                            - coalesce(public.effect_of_payment((before[a.ordinality]).status, (before[a.ordinality]).amount), 0)
                            + coalesce((before[a.ordinality]).returned, 0)) <> 0) as last
            cross join lateral (
              select c as card from public.cards c
               where c.company_id = last.company_id and c.environment = last.environment and c.id = last.card_id limit 1) as k) as e;
end
$$;
alter function append_payment_events(transactions[], transactions[], jsonb[], timestamptz[]) owner to cardwright_posting;
