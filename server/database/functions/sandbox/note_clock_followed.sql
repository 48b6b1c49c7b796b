-- Records that the issuer's clock has reached one of our moves, and with it every earlier one.
create or replace function note_clock_followed(of_company uuid, of_environment environment, through_number bigint) returns void
  language sql security definer
begin atomic
  update public.clock_advances a
     set followed_at = clock_timestamp(), next_at = null, lease_token = null, parked_at = null
   where a.company_id = of_company and a.environment = of_environment and a.number <= through_number and a.followed_at is null;
end;
alter function note_clock_followed(uuid, environment, bigint) owner to cardwright_posting;
grant execute on function note_clock_followed(uuid, environment, bigint) to cardwright_worker;
