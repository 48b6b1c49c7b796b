-- Approves or rejects a company: its submission, or the company without one. Owners get an email about a submission.
create or replace function actions.verdict(who uuid, given jsonb, verdict text) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  company uuid := (given ->> 'company')::uuid;
  v public.verifications;
begin
  -- Locks the company first, so that nobody approves it in another way concurrently.
  perform from public.companies c where c.id = company and (verdict = 'rejected' or c.verification <> 'approved') for no key update;
  if not found then
    return '{"refused":"stands_already"}';
  end if;
  if (given ->> 'submission')::boolean then
    update public.verifications x
       set state = verdict, decided_at = clock_timestamp()
     where x.company_id = company and x.state = 'submitted'
       and x.submitted_at = coalesce((given ->> 'submittedAt')::timestamptz, x.submitted_at)
    returning x.* into v;
    if v.company_id is null then
      return '{"refused":"not_submitted"}';
    end if;
    insert into public.verification_decisions (company_id, decision, reason, operator_id, decided_at, submitted_at, fields, document_ids)
    values (company, verdict, given ->> 'reason', who, clock_timestamp(), v.submitted_at, v.fields, array(
      select d.id from public.verification_documents d where d.company_id = company and d.removed_at is null order by d.id));
    perform public.queue_mails_to_owners(company, 'verification_' || verdict, jsonb_build_object('reason', given -> 'reason'), clock_timestamp());
  end if;
  update public.companies c
     set verification = verdict, verification_reason = given ->> 'reason'
   where c.id = company and (v.company_id is not null or c.verification <> verdict);
  if not found then
    return '{"refused":"stands_already"}';
  end if;
  return actions.done_to_company(company, jsonb_strip_nulls(jsonb_build_object('reason', given -> 'reason', 'submittedAt', v.submitted_at)));
end
$$;
alter function actions.verdict(uuid, jsonb, text) owner to cardwright_posting;
