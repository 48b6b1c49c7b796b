-- Audit entries in order, every field as text, as the audit chain hashes them.
create or replace function read_audit_entries(after_sequence bigint, at_most integer)
  returns table (sequence bigint, at text, operator_id text, action text, company_id text, environment text, subject text, details text)
  language sql stable security definer
begin atomic
  select a.sequence, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), coalesce(a.operator_id::text, ''), a.action,
         coalesce(a.company_id::text, ''), coalesce(a.environment::text, ''), a.subject, a.details::text
    from public.audit_log a
   where a.sequence > after_sequence
   order by a.sequence
   limit at_most;
end;
alter function read_audit_entries(bigint, integer) owner to cardwright_posting;
grant execute on function read_audit_entries(bigint, integer) to cardwright_admin, cardwright_reader, cardwright_worker;
