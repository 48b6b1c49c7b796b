-- A card as the API shows it, with its ids.
create or replace function shown_card(k cards) returns text
  language sql stable
  return card_text(k, shown_id('card', k.id), shown_id('holder', k.holder_id), shown_id('prod', k.product_id));
alter function shown_card(cards) owner to cardwright_owner;
grant execute on function shown_card(cards) to cardwright_posting;
