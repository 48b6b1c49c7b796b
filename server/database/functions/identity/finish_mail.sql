-- Ends a leased email: sent, or nobody left to send it to. False when the lease was lost.
create or replace function finish_mail(of_company uuid, of_mail uuid, token uuid, new_outcome text, why text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.mails x
     set next_at = null, lease_token = null, finished_at = clock_timestamp(), outcome = new_outcome, last_error = left(why, 500)
   where x.company_id = of_company and x.id = of_mail and x.lease_token = token and x.finished_at is null;
  return found;
end
$$;
alter function finish_mail(uuid, uuid, uuid, text, text) owner to cardwright_posting;
grant execute on function finish_mail(uuid, uuid, uuid, text, text) to cardwright_worker;
