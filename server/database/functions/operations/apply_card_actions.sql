-- The effects of completed actions: the status or the limits of each card, and the balance of a closed card on the account.
-- A return of nothing posts nothing. A card may have a freeze and new limits in one call, and no other two actions.
create or replace function apply_card_actions(acted operations[], refs text[]) returns void
  language plpgsql as $$
begin
  update public.cards k
     set status = coalesce(a.status, k.status), limits = coalesce(a.limits, k.limits), balance = k.balance - a.returned
    from (select x.company_id, x.environment, x.card_id, sum(coalesce(x.returned, 0)) as returned,
                 max(case x.type when 'freeze' then 'frozen' when 'unfreeze' then 'active' when 'close' then 'closed' end) as status,
                 (array_agg(x.limits) filter (where x.type = 'limits'))[1] as limits
            from unnest(acted) as x
           group by x.company_id, x.environment, x.card_id) as a
   where k.company_id = a.company_id and k.environment = a.environment and k.id = a.card_id;
  perform ledger.return_from_cards(
    array(select a.company_id from unnest(acted) as a where a.returned > 0),
    array(select a.environment from unnest(acted) as a where a.returned > 0),
    array(select refs[a.ordinality] from unnest(acted) with ordinality as a where a.returned > 0 order by a.ordinality),
    array(select a.returned from unnest(acted) as a where a.returned > 0));
end
$$;
alter function apply_card_actions(operations[], text[]) owner to cardwright_posting;
