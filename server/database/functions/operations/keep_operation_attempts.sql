-- Stores what was learned of operations as evidence, numbered for each.
create or replace function keep_operation_attempts(attempts operation_attempts[]) returns void
  language plpgsql as $$
begin
  insert into public.operation_attempts (company_id, environment, operation_id, number, kind, at, outcome, detail)
  select a.company_id, a.environment, a.operation_id, before.attempts + 1, a.kind, a.at, a.outcome, a.detail
    from unnest(attempts) as a
   cross join lateral (
     select count(*) as attempts
       from public.operation_attempts t
      where t.company_id = a.company_id and t.environment = a.environment and t.operation_id = a.operation_id) as before;
end
$$;
alter function keep_operation_attempts(operation_attempts[]) owner to cardwright_posting;
