-- Opens a case, unless one of this kind is open about the same subject.
create or replace function open_case(of_company uuid, of_environment environment, of_kind text, of_subject uuid, case_kind text, seen text) returns void
  language sql security definer
begin atomic
  insert into public.cases (company_id, environment, id, subject_kind, subject_id, kind, detail, opened_at)
  values (of_company, of_environment, gen_random_uuid(), of_kind, of_subject, case_kind, left(seen, 500), clock_timestamp())
  on conflict (company_id, environment, subject_kind, subject_id, kind) where closed_at is null do nothing;
end;
alter function open_case(uuid, environment, text, uuid, text, text) owner to cardwright_posting;
grant execute on function open_case(uuid, environment, text, uuid, text, text) to cardwright_worker;
