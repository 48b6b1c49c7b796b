-- What becomes of a payment that we know by what an issuer says about it. It compares two states and not two moments, so what
-- came first makes no difference: the later state counts, wherever one of them can become the other.
--   noted          it says nothing new, or tells an earlier state
--   changed        it tells a later state, or that the payment happened earlier than we thought
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
