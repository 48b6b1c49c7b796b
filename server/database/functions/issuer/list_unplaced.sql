-- The unplaced notifications, oldest first, without their bodies.
create or replace function list_unplaced(at_most integer)
  returns table (id uuid, environment environment, event_id text, about text, amount text, reason text, received_at timestamptz,
    attempts integer, next_at timestamptz)
  language sql stable security definer
begin atomic
  select n.id, n.environment, n.event_id, n.about, n.amount, n.outcome, n.received_at, n.attempts, n.next_at
    from public.issuer_notifications n
   where n.status = 'unplaced'
   order by n.received_at, n.id
   limit at_most;
end;
alter function list_unplaced(integer) owner to cardwright_posting;
grant execute on function list_unplaced(integer) to cardwright_admin;
