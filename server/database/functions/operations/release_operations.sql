-- The effects of failed operations: their places in the monthly quota and their holds are free again.
create or replace function release_operations(released operations[], refs text[]) returns void
  language plpgsql as $$
begin
  update public.issue_quotas q
     set used = q.used - back.places
    from (select r.company_id, r.environment, public.month_of(r.created_at) as month, count(*) as places
            from unnest(released) as r
           where r.type = 'issue'
           group by r.company_id, r.environment, public.month_of(r.created_at)) as back
   where q.company_id = back.company_id and q.environment = back.environment and q.month = back.month;
  perform ledger.release(array(select r.company_id from unnest(released) as r), array(select r.environment from unnest(released) as r),
    refs, array(select r.amount + r.fee from unnest(released) as r));
end
$$;
alter function release_operations(operations[], text[]) owner to cardwright_posting;
