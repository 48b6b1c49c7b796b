-- The account that an entry adds its amount to.
create or replace function ledger.target_of(kind ledger.entry_kind) returns ledger.account
  language sql immutable parallel safe
  return case kind
    when 'deposit' then 'available'::ledger.account
    when 'sandbox_credit' then 'available'
    when 'adjustment' then 'available'
    when 'release' then 'available'
    when 'card_return' then 'available'
    when 'deposit_fee' then 'fees'
    when 'fee' then 'fees'
    when 'reservation' then 'held'
    when 'capture' then 'issuer'
  end;
alter function ledger.target_of(ledger.entry_kind) owner to cardwright_owner;
grant execute on function ledger.target_of(ledger.entry_kind) to cardwright_posting;
