-- The operations of a cardholder that are not decided: only an issue names the holder before it has a card.
create or replace function unfinished_of_holder(of_company uuid, of_environment environment, of_holder uuid, of_cards uuid[]) returns setof uuid
  language sql stable security definer
begin atomic
  select o.id from public.operations o
   where o.company_id = of_company and o.environment = of_environment and o.type = 'issue'
     and o.status in ('queued', 'processing', 'manual_review') and o.holder_id = of_holder
   union all
  select o.id from public.operations o
   where o.company_id = of_company and o.environment = of_environment and o.card_id = any (of_cards) and o.card_id is not null
     and o.status in ('queued', 'processing', 'manual_review');
end;
alter function unfinished_of_holder(uuid, environment, uuid, uuid[]) owner to cardwright_posting;
