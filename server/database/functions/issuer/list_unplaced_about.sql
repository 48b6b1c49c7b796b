-- The unplaced notifications that name a reference, oldest first, without their bodies.
create or replace function list_unplaced_about(of_environment environment, of_reference text, at_most integer)
  returns table (event_id text, about text, amount text, reason text, received_at timestamptz)
  language sql stable security definer
begin atomic
  select n.event_id, n.about, n.amount, n.outcome, n.received_at
    from public.issuer_notifications n
   where n.status = 'unplaced' and n.environment = of_environment and split_part(n.about, ' ', 2) = of_reference
   order by n.received_at, n.id
   limit at_most;
end;
alter function list_unplaced_about(environment, text, integer) owner to cardwright_posting;
grant execute on function list_unplaced_about(environment, text, integer) to cardwright_admin;
