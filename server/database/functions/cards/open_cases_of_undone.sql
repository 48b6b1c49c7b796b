-- Opens a case for each payment that was undone twice: by its status, and by a separate reversal. An issuer does not
-- say which payment a reversal undoes, so payments of one card, merchant and amount are matched, in any order.
create or replace function open_cases_of_undone(before transactions[], after transactions[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.open_case(twice.company_id, twice.environment, 'transaction', twice.id, 'undone_twice',
            'It is reversed, and the reversal ' || twice.reversal || ' of the same amount at the same merchant gave the money back as well.')
     from (select a.company_id, a.environment, a.id, r.reference as reversal
             from unnest(after) with ordinality as a
            cross join lateral (
              select t.reference
                from public.transactions t
               where t.company_id = a.company_id and t.environment = a.environment and t.card_id = a.card_id
                 and abs(t.amount) = abs(a.amount) and t.merchant = a.merchant and t.type = 'reversal' and t.status in ('pending', 'settled')
               limit 1) as r
            where a.status = 'reversed' and a.type in ('purchase', 'withdrawal', 'fee')
              and (before[a.ordinality]).status is distinct from 'reversed'
            union all
           select a.company_id, a.environment, o.id, a.reference
             from unnest(after) with ordinality as a
            cross join lateral (
              select t.id
                from public.transactions t
               where t.company_id = a.company_id and t.environment = a.environment and t.card_id = a.card_id
                 and abs(t.amount) = abs(a.amount) and t.merchant = a.merchant and t.status = 'reversed'
                 and t.type in ('purchase', 'withdrawal', 'fee')
               limit 1) as o
            where a.type = 'reversal' and a.status in ('pending', 'settled')
              and (before[a.ordinality]).amount is distinct from a.amount) as twice;
end
$$;
alter function open_cases_of_undone(transactions[], transactions[]) owner to cardwright_posting;
