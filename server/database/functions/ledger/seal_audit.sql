-- Appends one seal of the audit log, and exports its entries and the line. False when it does not continue the last
-- seal. Numbers may be missing between two seals, never inside one.
create or replace function seal_audit(first_one bigint, last_one bigint, before bytea, after bytea, new_marks bytea, moment timestamptz,
    export_line text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  latest record;
begin
  select s.last_sequence, s.hash_after into latest
    from public.audit_seals s
   order by s.last_sequence desc
   limit 1;
  if first_one <= coalesce(latest.last_sequence, 0) or before <> coalesce(latest.hash_after, before) then
    return false;
  end if;
  if exists (select from public.audit_log a where a.sequence > coalesce(latest.last_sequence, 0) and a.sequence < first_one)
     or (select count(*) from public.audit_log a where a.sequence between first_one and last_one) <> last_one - first_one + 1 then
    raise exception 'a seal covers every entry after the last seal' using errcode = 'CW009';
  end if;
  insert into public.audit_seals (first_sequence, last_sequence, hash_before, hash_after, marks, sealed_at)
  values (first_one, last_one, before, after, new_marks, moment)
  on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into public.seal_outbox (line, entry)
  select row_to_json(l)::text, l.entry
    from (select a.sequence as entry, a.at, a.operator_id as operator, a.action, a.company_id as company, a.environment, a.subject, a.details
            from public.read_audit_entries(first_one - 1, (last_one - first_one + 1)::integer) as a) as l
   order by l.entry;
  insert into public.seal_outbox (line, entry) values (export_line, last_one);
  return true;
end
$$;
alter function seal_audit(bigint, bigint, bytea, bytea, bytea, timestamptz, text) owner to cardwright_posting;
grant execute on function seal_audit(bigint, bigint, bytea, bytea, bytea, timestamptz, text) to cardwright_worker;
