-- The audit log by company, operator or action, newest first, across companies. Each branch walks one index.
create or replace function search_audit_log(of_company uuid, of_operator uuid, of_action text, before_sequence bigint, at_most integer) returns setof audit_log
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  before bigint := coalesce(before_sequence, 9223372036854775807);
begin
  if of_company is not null then
    return query select a.* from public.audit_log a
                  where a.company_id = of_company and a.sequence < before and (of_operator is null or a.operator_id = of_operator)
                    and (of_action is null or a.action = of_action)
                  order by a.sequence desc limit at_most;
  elsif of_operator is not null then
    return query select a.* from public.audit_log a
                  where a.operator_id = of_operator and a.sequence < before and (of_action is null or a.action = of_action)
                  order by a.sequence desc limit at_most;
  elsif of_action is not null then
    return query select a.* from public.audit_log a
                  where a.action = of_action and a.sequence < before order by a.sequence desc limit at_most;
  else
    return query select a.* from public.audit_log a
                  where a.sequence < before order by a.sequence desc limit at_most;
  end if;
end
$$;
alter function search_audit_log(uuid, uuid, text, bigint, integer) owner to cardwright_posting;
grant execute on function search_audit_log(uuid, uuid, text, bigint, integer) to cardwright_admin;
