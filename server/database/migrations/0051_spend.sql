-- migrate:up
set lock_timeout = '5s';

-- The first text of a function: the trigger below and the next migration call it before the files of functions are applied.
-- The effect of a payment on the balance of its card.
create or replace function effect_of_payment(status text, amount bigint) returns bigint
  language sql immutable parallel safe
  return case when status in ('pending', 'settled') then amount else 0 end;
grant execute on function effect_of_payment(text, bigint) to cardwright_posting;

-- What was spent with cards in a UTC month of `occurred_at`: the sum that payments took from the balances of cards. Rows of a
-- card, of a cardholder and of the company, so no sum reads more than one row for each month. Issuers report payments in
-- US dollars only, so there is no currency.
create table spend_by_month (
  company_id   uuid not null,
  environment  environment not null,
  kind         text not null check (kind in ('company', 'holder', 'card')),
  id           uuid not null, -- of the company, cardholder or card
  month        date not null check (extract(day from month) = 1),
  spent        bigint not null, -- cents; negative when refunds exceed payments
  primary key (company_id, environment, kind, id, month)
);
create index spend_by_month_of_cards on spend_by_month (company_id, environment, month, spent desc, id) where kind = 'card';
alter table spend_by_month alter column company_id set (n_distinct = 100);
call protect_by_scope('spend_by_month');
grant select on spend_by_month to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update on spend_by_month to cardwright_posting;

-- The number of cards of a company in each status, and the sum of their balances as lists show them: zero for an overdrawn one.
create table card_totals (
  company_id   uuid not null,
  environment  environment not null,
  status       text not null,
  cards        bigint not null,
  balance      bigint not null, -- cents
  primary key (company_id, environment, status)
);
alter table card_totals alter column company_id set (n_distinct = 100);
call protect_by_scope('card_totals');
grant select on card_totals to cardwright_api, cardwright_worker, cardwright_admin;
grant select, insert, update on card_totals to cardwright_posting;

-- Both are kept by triggers rather than by the functions that write payments and cards: functions of the previous version
-- write as well during an upgrade, and six functions write cards. Every writer holds the lock of the book, so rows of one
-- company are changed one after another.

-- Adds new payments to the spend of their month, and moves those that changed.
create function keep_spend() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into public.spend_by_month as s (company_id, environment, kind, id, month, spent)
    select p.company_id, p.environment, o.kind, o.id, date_trunc('month', p.occurred_at at time zone 'UTC')::date,
           -sum(public.effect_of_payment(p.status, p.amount))
      from new_payments p
     cross join lateral (values ('card', p.card_id), ('holder', p.holder_id), ('company', p.company_id)) as o (kind, id)
     group by 1, 2, 3, 4, 5
    having sum(public.effect_of_payment(p.status, p.amount)) <> 0
     order by 1, 2, 3, 4, 5
        on conflict (company_id, environment, kind, id, month) do update set spent = s.spent + excluded.spent;
  else
    insert into public.spend_by_month as s (company_id, environment, kind, id, month, spent)
    select p.company_id, p.environment, o.kind, o.id, date_trunc('month', p.occurred_at at time zone 'UTC')::date, -sum(p.effect)
      from (select n.company_id, n.environment, n.card_id, n.holder_id, n.occurred_at, public.effect_of_payment(n.status, n.amount) as effect
              from new_payments n
            union all
            select n.company_id, n.environment, n.card_id, n.holder_id, n.occurred_at, -public.effect_of_payment(n.status, n.amount)
              from old_payments n) as p
     cross join lateral (values ('card', p.card_id), ('holder', p.holder_id), ('company', p.company_id)) as o (kind, id)
     group by 1, 2, 3, 4, 5
    having sum(p.effect) <> 0
     order by 1, 2, 3, 4, 5
        on conflict (company_id, environment, kind, id, month) do update set spent = s.spent + excluded.spent;
  end if;
  return null;
end
$$;
create trigger new_transactions_are_spent after insert on transactions referencing new table as new_payments
  for each statement execute function keep_spend();
create trigger changed_transactions_are_spent after update on transactions
  referencing old table as old_payments new table as new_payments
  for each statement execute function keep_spend();

-- Adds new cards to the totals of their status, and moves those that changed.
create function keep_card_totals() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into public.card_totals as t (company_id, environment, status, cards, balance)
    select c.company_id, c.environment, c.status, count(*), sum(greatest(c.balance, 0))
      from new_cards c
     group by 1, 2, 3
     order by 1, 2, 3
        on conflict (company_id, environment, status)
        do update set cards = t.cards + excluded.cards, balance = t.balance + excluded.balance;
  else
    insert into public.card_totals as t (company_id, environment, status, cards, balance)
    select c.company_id, c.environment, c.status, sum(c.cards), sum(c.balance)
      from (select n.company_id, n.environment, n.status, 1 as cards, greatest(n.balance, 0) as balance from new_cards n
            union all
            select n.company_id, n.environment, n.status, -1, -greatest(n.balance, 0) from old_cards n) as c
     group by 1, 2, 3
    having sum(c.cards) <> 0 or sum(c.balance) <> 0
     order by 1, 2, 3
        on conflict (company_id, environment, status)
        do update set cards = t.cards + excluded.cards, balance = t.balance + excluded.balance;
  end if;
  return null;
end
$$;
create trigger new_cards_have_totals after insert on cards referencing new table as new_cards
  for each statement execute function keep_card_totals();
create trigger changed_cards_have_totals after update on cards referencing old table as old_cards new table as new_cards
  for each statement execute function keep_card_totals();

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
