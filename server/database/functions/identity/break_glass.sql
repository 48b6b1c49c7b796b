-- Adds an operator with the owner's credentials, when too few are left to decide. Every operator is notified, and it
-- takes effect after a day, so that misuse is seen and stopped.
create or replace function break_glass(new_name text, new_email text, why text) returns timestamptz
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  operator uuid := public.new_id();
  begins timestamptz := clock_timestamp() + interval '24 hours';
begin
  insert into public.operators (id, name, email, created_at, active_from, able_from)
  values (operator, new_name, lower(new_email), clock_timestamp(), begins, begins);
  perform public.log_action(null, 'operator.break_glass', actions.done_to_operator(operator,
    jsonb_build_object('name', new_name, 'email', lower(new_email), 'reason', why, 'from', begins)));
  perform public.notify_operators('broken_glass', jsonb_build_object('name', new_name, 'email', lower(new_email), 'reason', why, 'from', begins), operator);
  return begins;
end
$$;
alter function break_glass(text, text, text) owner to cardwright_posting;
grant execute on function break_glass(text, text, text) to cardwright_owner;
