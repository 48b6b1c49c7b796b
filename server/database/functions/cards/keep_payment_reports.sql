-- Stores reports of payments as evidence, numbered for each payment: those that moved it, and those that contradict it.
create or replace function keep_payment_reports(
  after transactions[], told jsonb[], contradicted transactions[], contradicting jsonb[]) returns void
  language plpgsql as $$
begin
  insert into public.transaction_reports (company_id, environment, transaction_id, number, at, notification, outcome, said)
  select r.company_id, r.environment, r.id, earlier.reports + 1, clock_timestamp(), r.said ->> 'notification', r.outcome, r.said ->> 'words'
    from (select a.company_id, a.environment, a.id, told[a.ordinality] as said, told[a.ordinality] ->> 'outcome' as outcome
            from unnest(after) with ordinality as a
           union all
          select c.company_id, c.environment, c.id, contradicting[c.ordinality], 'contradiction'
            from unnest(contradicted) with ordinality as c) as r
   cross join lateral (
     select count(*) as reports
       from public.transaction_reports t
      where t.company_id = r.company_id and t.environment = r.environment and t.transaction_id = r.id) as earlier;
end
$$;
alter function keep_payment_reports(transactions[], jsonb[], transactions[], jsonb[]) owner to cardwright_posting;
