-- Calls the function of an action. Returns {"refused":code} when nothing happened, or the audit entry and {"result":…}.
create or replace function carry_out(who uuid, action text, given jsonb) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  done jsonb;
begin
  execute format('select actions.%I($1, $2)', replace(action, '.', '_')) into strict done using who, given;
  return done;
end
$$;
alter function carry_out(uuid, text, jsonb) owner to cardwright_posting;
