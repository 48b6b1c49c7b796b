-- Why an action on a card cannot begin now, or null when it can. Each waits for the unfinished operations of the card that
-- it could cross. A freeze waits only for a freeze or a close: it must never wait for a top-up.
create or replace function refusal_of_card_action(card cards, action text) returns text
  language sql stable security definer
begin atomic
  select case
           when card.status = 'closed' then 'card_closed'
           when card.issuer_token = '' then 'card_not_active' -- a card that the issuer does not know
           when action = 'freeze' and card.status <> 'active' then 'card_not_active'
           when action = 'limits' and card.status not in ('active', 'frozen') then 'card_not_active'
           when action = 'unfreeze' and card.status <> 'frozen' then 'card_not_frozen'
           when exists (
                  select from public.operations o
                   where o.company_id = card.company_id and o.environment = card.environment and o.card_id = card.id
                     and o.status in ('queued', 'processing', 'manual_review')
                     and case action
                           when 'close' then true
                           when 'freeze' then o.type in ('freeze', 'close')
                           else o.type in ('freeze', 'unfreeze', 'close', 'limits') end) then 'card_busy'
           when action = 'close' and card.balance < 0 then 'card_overdrawn'
         end;
end;
alter function refusal_of_card_action(cards, text) owner to cardwright_posting;
