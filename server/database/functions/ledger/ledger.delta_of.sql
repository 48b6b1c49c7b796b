-- The effect of an entry on one account.
create or replace function ledger.delta_of(account ledger.account, kind ledger.entry_kind, amount bigint) returns bigint
  language sql immutable parallel safe
  return case account when ledger.target_of(kind) then amount when ledger.source_of(kind) then -amount else 0 end;
alter function ledger.delta_of(ledger.account, ledger.entry_kind, bigint) owner to cardwright_owner;
grant execute on function ledger.delta_of(ledger.account, ledger.entry_kind, bigint) to cardwright_posting;
