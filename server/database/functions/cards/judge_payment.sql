-- The effect of an issuer's report on a known payment. It compares two states, not their times, so the order of arrival does
-- not matter: the later state wins if one of them can become the other.
--   noted          nothing new, or an earlier state
--   changed        a later state, or an earlier time of the payment
--   contradiction  both cannot be true
create or replace function judge_payment(known transactions, said transactions) returns text
  language sql immutable parallel safe
  return case
    when (known.card_id, known.type, known.currency) <> (said.card_id, said.type, said.currency) then 'contradiction'
    when known.status = said.status
         and (known.amount, known.merchant, known.country, known.description) <> (said.amount, said.merchant, said.country, said.description)
      then 'contradiction'
    when payment_moves_on(known.status, said.status) and payment_amounts_fit(known, said) then 'changed'
    when known.status = said.status or payment_moves_on(said.status, known.status) and payment_amounts_fit(said, known)
      then case when said.occurred_at < known.occurred_at then 'changed' else 'noted' end
    else 'contradiction'
  end;
alter function judge_payment(transactions, transactions) owner to cardwright_owner;
grant execute on function judge_payment(transactions, transactions) to cardwright_posting;
