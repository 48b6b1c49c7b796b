-- The account that an entry takes its amount from. The casts make the expression immutable, so Postgres inlines it.
create or replace function ledger.source_of(kind ledger.entry_kind) returns ledger.account
  language sql immutable parallel safe
  return case kind
    when 'deposit' then 'deposits'::ledger.account
    when 'sandbox_credit' then 'deposits'
    when 'adjustment' then 'adjustments'
    when 'deposit_fee' then 'available'
    when 'reservation' then 'available'
    when 'capture' then 'held'
    when 'fee' then 'held'
    when 'release' then 'held'
    when 'card_return' then 'issuer'
  end;
alter function ledger.source_of(ledger.entry_kind) owner to cardwright_owner;
grant execute on function ledger.source_of(ledger.entry_kind) to cardwright_posting;
