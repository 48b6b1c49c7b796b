-- Adds the first operators, at least two, once. Only the owner of the database may call it, during installation.
create or replace function install_operators(people jsonb) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  added integer;
begin
  perform public.lock_operators('operator.add');
  if exists (select from public.operators) then
    return 0;
  end if;
  insert into public.operators (id, name, email, created_at, active_from, able_from)
  select public.new_id(), p.name, lower(p.email), clock_timestamp(), clock_timestamp(), clock_timestamp()
    from jsonb_to_recordset(people) as p (name text, email text);
  get diagnostics added = row_count;
  if added < 2 then
    raise exception 'the first operators are at least two' using errcode = 'CW024';
  end if;
  insert into public.audit_log (at, operator_id, action, subject, details)
  select clock_timestamp(), null, 'operator.install', public.shown_id('opr', o.id), jsonb_build_object('name', o.name, 'email', o.email)
    from public.operators o order by o.id;
  return added;
end
$$;
alter function install_operators(jsonb) owner to cardwright_posting;
grant execute on function install_operators(jsonb) to cardwright_owner;
