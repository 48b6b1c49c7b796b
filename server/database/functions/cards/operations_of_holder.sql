-- The operations of a cardholder: those that issue a card to them, and those of their cards. Each branch walks one index.
create or replace function operations_of_holder(of_company uuid, of_environment environment, of_holder uuid, of_cards uuid[]) returns uuid[]
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array(
    select o.id from public.operations o
     where o.company_id = of_company and o.environment = of_environment and o.holder_id = of_holder and o.status in ('completed', 'failed')
     union
    select o.id from public.operations o
     where o.company_id = of_company and o.environment = of_environment and o.card_id = any (of_cards) and o.status in ('completed', 'failed')
     union
    select public.unfinished_of_holder(of_company, of_environment, of_holder, of_cards)
     order by 1);
end
$$;
alter function operations_of_holder(uuid, environment, uuid, uuid[]) owner to cardwright_posting;
