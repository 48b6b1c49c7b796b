-- Closes a case as two operators approved it, with the correction or the adoption if there is one. Returns null, or a refusal; then
-- nothing happened. The reference of the correction is the case, so the ledger itself refuses a second one.
create or replace function decide_case(p proposals, shown jsonb) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  c public.cases;
  refusal text;
begin
  select * into c
    from public.cases x
   where x.company_id = p.company_id and x.environment = p.environment and x.id = p.subject_id and x.closed_at is null
     for update;
  if not found then
    return 'case_closed';
  end if;
  refusal := public.refusal_of_case(c, p);
  if refusal is null and c.subject_kind = 'unknown' then
    refusal := public.decide_unknown(c, p, shown);
  end if;
  if refusal is not null then
    return refusal;
  end if;
  if p.decision = 'adjust'
     and not ledger.adjust(p.company_id, p.environment, shown ->> 'shownCase', p.amount, 'Correction for ' || (shown ->> 'shownId')) then
    return 'insufficient_funds';
  end if;
  update public.cases x
     set closed_at = clock_timestamp(), closing_note = p.reason
   where x.company_id = p.company_id and x.environment = p.environment and x.id = p.subject_id and x.closed_at is null;
  return null;
end
$$;
alter function decide_case(proposals, jsonb) owner to cardwright_posting;
