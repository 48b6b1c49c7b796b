-- Name and email address of an operator, for the audit entry.
create or replace function actions.named(operator uuid) returns jsonb
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return (select jsonb_build_object('name', o.name, 'email', o.email) from public.operators o where o.id = operator);
end
$$;
alter function actions.named(uuid) owner to cardwright_posting;
