-- The place of payments: the card that an issuer names by its token, and the payment that is known, or was requested by
-- a sandbox, under this reference. Scope and ids only. `cards` is 2 when a token names more than one card.
create or replace function owners_of_payments(of_environments environment[], of_tokens text[], of_references text[], of_simulated uuid[])
  returns table (at_position bigint, cards bigint, company_id uuid, environment environment, card_id uuid, holder_id uuid, product_id uuid,
    transaction_id uuid, is_known boolean)
  language sql stable security definer
begin atomic
  select a.position, k.cards, k.company_id, k.environment, k.id, k.holder_id, k.product_id, coalesce(t.id, s.id), t.id is not null
    from unnest(of_environments, of_tokens, of_references, of_simulated) with ordinality
         as a (environment, token, reference, simulated, position)
   cross join lateral (
     select found.*, count(*) over () as cards
       from (select c.company_id, c.environment, c.id, c.holder_id, c.product_id
               from public.cards c
              where c.issuer_token = a.token and c.issuer_token <> '' and c.environment = a.environment
              limit 2) as found
      limit 1) as k
    left join lateral (
      select x.id from public.transactions x
       where x.company_id = k.company_id and x.environment = k.environment and x.reference = a.reference limit 1) as t on true
    left join lateral (
      select x.id from public.simulated_payments x
       where x.company_id = k.company_id and x.environment = k.environment and x.id = a.simulated limit 1) as s on true;
end;
alter function owners_of_payments(environment[], text[], text[], uuid[]) owner to cardwright_posting;
grant execute on function owners_of_payments(environment[], text[], text[], uuid[]) to cardwright_worker;
