-- Why a case cannot be decided as proposed, or null when it can. Only an unknown record is adopted, and only other cases are
-- corrected by an amount.
create or replace function refusal_of_case(c cases, p proposals) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if c.subject_kind <> 'unknown' then
    return case p.decision when 'adopt' then 'evidence_does_not_fit' else public.refusal_of_adjustment(c, p) end;
  end if;
  return case p.decision
    when 'adjust' then 'evidence_does_not_fit'
    when 'adopt' then (select public.refusal_of_adoption(u)
                         from public.unknown_records u
                        where u.company_id = c.company_id and u.environment = c.environment and u.id = c.subject_id)
  end;
end
$$;
alter function refusal_of_case(cases, proposals) owner to cardwright_posting;
