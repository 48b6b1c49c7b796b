-- Calls the function of an act. Returns {"refused":code} when nothing happened, or the audit entry and {"result":…}.
create or replace function carry_out(who uuid, act text, given jsonb) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  done jsonb;
begin
  execute format('select acts.%I($1, $2)', replace(act, '.', '_')) into strict done using who, given;
  return done;
end
$$;
alter function carry_out(uuid, text, jsonb) owner to cardwright_posting;
