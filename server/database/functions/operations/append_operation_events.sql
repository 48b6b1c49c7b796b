-- Appends events about settled operations and the cards that they issued or changed: each card once, in its final
-- state, right before the last of its operations. They continue the trace of the settlement, or else that of the operation.
create or replace function append_operation_events(changed operations[], said jsonb[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.append_events(array_agg(e.company_id order by e.number, e.place), array_agg(e.environment order by e.number, e.place),
            array_agg(e.event_id order by e.number, e.place), array_agg(e.shown_event order by e.number, e.place),
            array_agg(e.shown_company order by e.number, e.place), array_agg(e.type order by e.number, e.place),
            array_agg(e.object order by e.number, e.place), array_agg(e.moment order by e.number, e.place),
            array_agg(coalesce(said[e.number] ->> 'traceparent', (changed[e.number]).traceparent) order by e.number, e.place))
     from (select c.ordinality as number, 2 as place, c.company_id, c.environment, (w.said ->> 'eventId')::uuid as event_id,
                  w.said ->> 'shownEvent' as shown_event, w.said ->> 'shownCompany' as shown_company, 'operation.' || c.status as type,
                  public.operation_text(changed[c.ordinality], w.said ->> 'shownId', coalesce(w.said ->> 'shownCard', '')) as object,
                  coalesce(c.decided_at, c.review_opened_at) as moment
             from unnest(changed) with ordinality as c
            cross join lateral (select said[c.ordinality] as said) as w
            union all
           select n.number, 1, n.company_id, n.environment, n.event_id, public.shown_id('evt', n.event_id), said[n.number] ->> 'shownCompany',
                  case when n.is_new then 'card.created' else 'card.updated' end,
                  public.card_text(k.card, public.shown_id('card', n.card_id), public.shown_id('holder', (k.card).holder_id),
                    public.shown_id('prod', (k.card).product_id)),
                  n.moment
             from (select c.company_id, c.environment, c.card_id, max(c.ordinality) as number, bool_or(c.type = 'issue') as is_new,
                          (array_agg(c.decided_at order by c.ordinality desc))[1] as moment, public.new_id() as event_id
                     from unnest(changed) with ordinality as c
                    where c.status = 'completed' and c.type <> 'service'
                    group by c.company_id, c.environment, c.card_id) as n
            cross join lateral (
              select x as card from public.cards x
               where x.company_id = n.company_id and x.environment = n.environment and x.id = n.card_id limit 1) as k) as e;
end
$$;
alter function append_operation_events(operations[], jsonb[]) owner to cardwright_posting;
