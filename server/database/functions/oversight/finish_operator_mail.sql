-- Ends a leased email: sent, or nobody left to send it to. False when the lease was lost.
create or replace function finish_operator_mail(of_mail uuid, token uuid, why text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.operator_mails m
     set next_at = null, lease_token = null, finished_at = clock_timestamp(), last_error = left(why, 500)
   where m.company_id = '00000000-0000-0000-0000-000000000000' and m.id = of_mail and m.lease_token = token and m.finished_at is null;
  return found;
end
$$;
alter function finish_operator_mail(uuid, uuid, text) owner to cardwright_posting;
grant execute on function finish_operator_mail(uuid, uuid, text) to cardwright_worker;
