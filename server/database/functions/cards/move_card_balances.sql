-- Moves card balances by the difference between two states of payments: each card once, from its balance under the lock
-- of its book.
create or replace function move_card_balances(before transactions[], after transactions[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  expected integer;
  moved integer;
begin
  with delta as (
    select a.company_id, a.environment, a.card_id,
           sum(public.effect_of_payment(a.status, a.amount)
               - coalesce(public.effect_of_payment((before[a.ordinality]).status, (before[a.ordinality]).amount), 0)) as amount
      from unnest(after) with ordinality as a
     group by a.company_id, a.environment, a.card_id
  ), locked as (
    select k.company_id, k.environment, k.id, k.balance, k.balance + d.amount as next
      from delta d
     cross join lateral (
       select c.* from public.cards c
        where c.company_id = d.company_id and c.environment = d.environment and c.id = d.card_id
          for update) as k
     where d.amount <> 0
  ), updated as (
    update public.cards k
       set balance = l.next
      from locked l
     where k.company_id = l.company_id and k.environment = l.environment and k.id = l.id and k.balance = l.balance
    returning k.id
  )
  select (select count(*) from delta d where d.amount <> 0), (select count(*) from updated) into expected, moved;
  if moved <> expected then
    raise exception 'a card changed under the lock of its book' using errcode = 'CW012';
  end if;
end
$$;
alter function move_card_balances(transactions[], transactions[]) owner to cardwright_posting;
