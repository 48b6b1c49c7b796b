-- migrate:up
set lock_timeout = '5s';

-- The holder of the payment's card, which never changes: a list of one holder's payments is one index range.
alter table transactions add column holder_id uuid;

-- Forced row-level security would hide every row from the owner.
alter table transactions no force row level security;
alter table cards no force row level security;
update transactions t
   set holder_id = k.holder_id
  from cards k
 where k.company_id = t.company_id and k.environment = t.environment and k.id = t.card_id;
alter table transactions force row level security;
alter table cards force row level security;

-- Functions of the previous version, which run until the new ones are applied, do not know the column.
create function name_holder_of_transaction() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  select k.holder_id into new.holder_id
    from public.cards k
   where k.company_id = new.company_id and k.environment = new.environment and k.id = new.card_id;
  return new;
end
$$;
create trigger transactions_name_their_holder before insert on transactions
  for each row when (new.holder_id is null) execute function name_holder_of_transaction();
alter table transactions alter column holder_id set not null;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
