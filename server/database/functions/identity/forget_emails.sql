-- Deletes finished emails past their retention time, oldest first: at most `most_rows` of companies' people, and as many of
-- operators. Emails that still wait stay. Returns how many it deleted.
create or replace function forget_emails(kept_for interval, most_rows integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  over_since constant timestamptz := clock_timestamp() - kept_for;
  of_people integer;
  of_operators integer;
begin
  delete from public.mails m
   using (select x.company_id, x.id from public.mails x
           where x.finished_at < over_since
           order by x.finished_at limit most_rows for update skip locked) as old
   where m.company_id = old.company_id and m.id = old.id;
  get diagnostics of_people = row_count;
  delete from public.operator_mails m
   using (select x.company_id, x.id from public.operator_mails x
           where x.company_id = '00000000-0000-0000-0000-000000000000' and x.id < public.first_id_of(over_since) and x.finished_at < over_since
           order by x.id limit most_rows for update skip locked) as old
   where m.company_id = old.company_id and m.id = old.id;
  get diagnostics of_operators = row_count;
  return of_people + of_operators;
end
$$;
alter function forget_emails(interval, integer) owner to cardwright_posting;
grant execute on function forget_emails(interval, integer) to cardwright_worker;
