-- Writes both lines of every entry of a batch, and moves the accounts by them. An entry without a number was refused.
create or replace function ledger.write_lines(
  company_ids uuid[], environments environment[], kinds ledger.entry_kind[], amounts bigint[], numbers bigint[],
  source_lines bigint[], source_after bigint[], target_lines bigint[], target_after bigint[]) returns void
  language plpgsql as $$
begin
  with line as materialized (
    select i.company_id, i.environment, ledger.source_of(i.kind) as account, i.source_line as sequence, i.number as entry_sequence,
           -i.amount as amount, i.source_after as balance_after
      from unnest(company_ids, environments, kinds, amounts, numbers, source_lines, source_after)
           as i (company_id, environment, kind, amount, number, source_line, source_after)
     where i.number is not null
     union all
    select i.company_id, i.environment, ledger.target_of(i.kind), i.target_line, i.number, i.amount, i.target_after
      from unnest(company_ids, environments, kinds, amounts, numbers, target_lines, target_after)
           as i (company_id, environment, kind, amount, number, target_line, target_after)
     where i.number is not null
  ), written as (
    insert into ledger.lines (company_id, environment, account, sequence, entry_sequence, amount, balance_after)
    select l.company_id, l.environment, l.account, l.sequence, l.entry_sequence, l.amount, l.balance_after
      from line l
  )
  update ledger.accounts a
     set balance = a.balance + moved.amount, lines = a.lines + moved.lines
    from (select l.company_id, l.environment, l.account, sum(l.amount) as amount, count(*) as lines
            from line l
           group by l.company_id, l.environment, l.account) as moved
   where a.company_id = moved.company_id and a.environment = moved.environment and a.account = moved.account;
end
$$;
alter function ledger.write_lines(uuid[], environment[], ledger.entry_kind[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[]) owner to cardwright_posting;
