-- The effects of completed operations: new cards, balances of topped-up cards, captured holds. The arrays have one
-- element for each operation; only an issue has a card's digits and token.
create or replace function capture_operations(captured operations[], refs text[], last4s text[], card_tokens text[]) returns void
  language plpgsql as $$
begin
  insert into public.cards (company_id, environment, id, holder_id, product_id, name, last4, issuer_token, status, balance, created_at)
  select c.company_id, c.environment, c.card_id, c.holder_id, c.product_id, c.name, last4s[c.ordinality], card_tokens[c.ordinality],
         'active', c.amount, c.decided_at
    from unnest(captured) with ordinality as c
   where c.type = 'issue';
  update public.cards k
     set balance = k.balance + t.amount
    from (select c.company_id, c.environment, c.card_id, sum(c.amount) as amount
            from unnest(captured) as c
           where c.type = 'topup'
           group by c.company_id, c.environment, c.card_id) as t
   where k.company_id = t.company_id and k.environment = t.environment and k.id = t.card_id;
  perform ledger.capture(array(select c.company_id from unnest(captured) as c), array(select c.environment from unnest(captured) as c),
    refs, array(select c.amount from unnest(captured) as c), array(select c.fee from unnest(captured) as c));
end
$$;
alter function capture_operations(operations[], text[], text[], text[]) owner to cardwright_posting;
