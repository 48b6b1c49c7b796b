-- migrate:up
set lock_timeout = '5s';

-- Actions on a card are operations without an amount: they hold nothing and cost nothing.
alter table operations drop constraint operations_type_check, drop constraint operations_amount_check;
alter table operations
  add constraint type_is_known check (type in ('issue', 'topup', 'service', 'freeze', 'unfreeze', 'close', 'limits')),
  add constraint actions_move_no_money
    check (case when type in ('issue', 'topup', 'service') then amount > 0 else amount = 0 and fee = 0 and card_id is not null end);

-- The limits that an action sets: an object with perTransaction, perDay and perMonth, each an amount or null.
alter table operations add column limits json
  constraint limits_are_an_object check (json_typeof(limits) = 'object');
-- What the issuer says it returned from a closed card, in cents. Null before it says so.
alter table operations add column returned bigint
  constraint returned_is_not_negative check (returned >= 0);

-- The unfinished operations of a card: they decide what else may begin.
create index operations_unfinished_by_card on operations (company_id, environment, card_id)
  where status in ('queued', 'processing', 'manual_review') and card_id is not null;

-- Null: no limit was ever set.
alter table cards add column limits json constraint limits_are_an_object check (json_typeof(limits) = 'object');
-- The client's own data about a card. `json` keeps the order of the keys, and the bytes. Null: none.
alter table cards add column metadata json constraint metadata_is_an_object check (json_typeof(metadata) = 'object');

-- Null where a function of the previous version wrote the row during an upgrade, or the payment was not declined.
alter table transactions add column decline_reason text constraint decline_reason_is_known
  check (decline_reason in ('', 'insufficient_balance', 'card_frozen', 'card_closed', 'limit_exceeded', 'issuer_declined'));
-- What the issuer returned to the account, because the payment brought money to a closed card; in cents. Null: nothing.
alter table transactions add column returned bigint constraint returned_is_above_zero check (returned > 0);
grant update (decline_reason, returned) on transactions to cardwright_posting;

-- A simulated payment without a status is decided by the simulated issuer.
alter table simulated_payments alter column status drop not null;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
