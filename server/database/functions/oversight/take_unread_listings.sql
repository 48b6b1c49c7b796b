-- Takes books whose listings have not been read since a recovery, for `lease_seconds`: those not tried yet first, and among
-- them the busiest.
create or replace function take_unread_listings(at_most integer, lease_seconds integer)
  returns table (company_id uuid, environment environment)
  language sql volatile security definer
begin atomic
  update public.unread_listings u
     set tried_at = clock_timestamp()
    from (select x.company_id, x.environment
            from public.unread_listings x
           where x.tried_at is null or x.tried_at < clock_timestamp() - make_interval(secs => lease_seconds)
           order by x.tried_at nulls first, x.active_at desc
           limit at_most
             for update skip locked) as due
   where u.company_id = due.company_id and u.environment = due.environment
  returning u.company_id, u.environment;
end;
alter function take_unread_listings(integer, integer) owner to cardwright_posting;
grant execute on function take_unread_listings(integer, integer) to cardwright_worker;
