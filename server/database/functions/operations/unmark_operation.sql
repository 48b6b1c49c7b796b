-- Clears the mark of an operation whose sender can prove that nothing was sent; `why` is the reason:
--   never_connected  no socket ever connected
--   unanswered       the issuer gives no definite answers, so it was not tried
--   late             its claim was too old, so nothing left the process
-- False when the mark is another sender's.
create or replace function unmark_operation(of_company uuid, of_environment environment, of_operation uuid, token uuid, again_after_seconds integer,
    why text, evidence text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.operations o
     set status = 'queued', attempt = null, sent_at = null, lease_token = null, attempts = 0,
         updated_at = ledger.time_of(of_company, of_environment),
         refused_since = case why when 'never_connected' then coalesce(o.refused_since, clock_timestamp()) else o.refused_since end,
         unanswered_since = case why when 'unanswered' then clock_timestamp() end,
         next_at = clock_timestamp() + make_interval(secs => again_after_seconds)
   where o.company_id = of_company and o.environment = of_environment and o.id = of_operation
     and o.status = 'processing' and o.attempt = token;
  if not found then
    return false;
  end if;
  insert into public.operation_attempts (company_id, environment, operation_id, number, kind, at, outcome, detail)
  select of_company, of_environment, of_operation, count(*) + 1, 'send', clock_timestamp(),
         case why when 'never_connected' then why else 'not_sent' end, left(evidence, 500)
    from public.operation_attempts a
   where a.company_id = of_company and a.environment = of_environment and a.operation_id = of_operation;
  return true;
end
$$;
alter function unmark_operation(uuid, environment, uuid, uuid, integer, text, text) owner to cardwright_posting;
grant execute on function unmark_operation(uuid, environment, uuid, uuid, integer, text, text) to cardwright_worker;
