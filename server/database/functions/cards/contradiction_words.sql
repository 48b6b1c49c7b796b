-- Why two states of a payment cannot both be true, for people.
create or replace function contradiction_words(known transactions, said transactions) returns text
  language sql immutable parallel safe
  return 'It is a ' || known.status || ' ' || known.type || ' of ' || signed_usd_text(known.amount) || ', and a notification says a '
    || said.status || ' ' || said.type || ' of ' || signed_usd_text(said.amount) || '. They differ in: '
    || array_to_string(array[
         case when known.status <> said.status then 'status' end,
         case when known.type <> said.type then 'type' end,
         case when known.amount <> said.amount then 'amount' end,
         case when known.card_id <> said.card_id then 'card' end,
         case when known.currency <> said.currency then 'currency' end,
         case when known.merchant <> said.merchant then 'merchant' end,
         case when known.country <> said.country then 'country' end,
         case when known.description <> said.description then 'description' end], ', ') || '.';
alter function contradiction_words(transactions, transactions) owner to cardwright_owner;
grant execute on function contradiction_words(transactions, transactions) to cardwright_posting;
