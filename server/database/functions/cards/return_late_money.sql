-- Returns money that payments brought to closed cards to the account, as the issuer did: from the card, under the id of the
-- payment.
create or replace function return_late_money(before transactions[], after transactions[], told jsonb[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  late integer[] := array(
    select a.ordinality
      from unnest(after) with ordinality as a
     where a.returned is distinct from (before[a.ordinality]).returned
     order by a.ordinality);
begin
  if cardinality(late) = 0 then
    return;
  end if;
  update public.cards k
     set balance = k.balance - r.amount
    from (select (after[n]).company_id, (after[n]).environment, (after[n]).card_id, sum((after[n]).returned) as amount
            from unnest(late) as n
           group by 1, 2, 3) as r
   where k.company_id = r.company_id and k.environment = r.environment and k.id = r.card_id;
  perform ledger.return_from_cards(
    array(select (after[n]).company_id from unnest(late) with ordinality as x (n, place) order by x.place),
    array(select (after[n]).environment from unnest(late) with ordinality as x (n, place) order by x.place),
    array(select told[n] ->> 'shownId' from unnest(late) with ordinality as x (n, place) order by x.place),
    array(select (after[n]).returned from unnest(late) with ordinality as x (n, place) order by x.place));
end
$$;
alter function return_late_money(transactions[], transactions[], jsonb[]) owner to cardwright_posting;
