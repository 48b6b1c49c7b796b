-- A later state of a payment with the amount that the issuer returned from the closed card. A payment returns money once:
-- whatever else the issuer says is a case, and nothing is posted. The amount is not compared with what this state brings to
-- the card, because an earlier state may still be on its way. `known` is null for a new payment.
create or replace function payment_with_return(known transactions, said transactions) returns transactions
  language plpgsql as $$
begin
  if said.returned is not null and known.returned is not null then
    perform public.open_case(said.company_id, said.environment, 'transaction', said.id, 'contradiction',
      'The issuer says that it returned ' || public.usd_text(said.returned) || ' from the closed card, and it returned '
      || public.usd_text(known.returned) || ' of this payment before.');
    said.returned := null;
  end if;
  said.returned := coalesce(said.returned, known.returned);
  return said;
end
$$;
alter function payment_with_return(transactions, transactions) owner to cardwright_posting;
