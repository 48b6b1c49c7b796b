-- Adds an operator. They may act now, and propose and approve after the wait.
create or replace function actions.operator_add(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.operators (id, name, email, created_at, active_from, able_from)
  select (given ->> 'id')::uuid, given ->> 'name', lower(given ->> 'email'), clock_timestamp(), clock_timestamp(), clock_timestamp() + r.wait
    from public.operator_rules r
  on conflict on constraint one_operator_per_email do nothing;
  return case when found then jsonb_build_object('subject', lower(given ->> 'email'), 'details', jsonb_build_object(
                'operator', public.shown_id('opr', (given ->> 'id')::uuid), 'name', given -> 'name', 'email', lower(given ->> 'email')))
              else '{"refused":"email_taken"}' end;
end
$$;
alter function actions.operator_add(uuid, jsonb) owner to cardwright_posting;
