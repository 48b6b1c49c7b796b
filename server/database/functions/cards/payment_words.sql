-- A state of a payment in words, for people.
create or replace function payment_words(t transactions) returns text
  language sql immutable parallel safe
  return left(t.status || ' ' || t.type || ' of ' || signed_usd_text(t.amount) || case when t.merchant = '' then '' else ' at ' || t.merchant end
    || case when t.country = '' then '' else ', ' || t.country end || case when t.description = '' then '' else ': ' || t.description end, 500);
alter function payment_words(transactions) owner to cardwright_owner;
grant execute on function payment_words(transactions) to cardwright_posting;
