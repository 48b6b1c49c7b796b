-- Records that the issuer has a simulated transfer, or that it never will.
create or replace function note_simulated_transfer(of_company uuid, of_environment environment, of_transfer uuid, new_state text) returns void
  language sql security definer
begin atomic
  update public.simulated_transfers s
     set state = new_state, next_at = null, lease_token = null, parked_at = null
   where s.company_id = of_company and s.environment = of_environment and s.id = of_transfer and s.state = 'waiting';
end;
alter function note_simulated_transfer(uuid, environment, uuid, text) owner to cardwright_posting;
grant execute on function note_simulated_transfer(uuid, environment, uuid, text) to cardwright_worker;
