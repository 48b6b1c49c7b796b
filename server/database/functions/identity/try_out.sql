-- Carries out an action and rolls it back: whether it is possible, and its audit entry.
create or replace function try_out(who uuid, action text, given jsonb) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  done jsonb;
begin
  begin
    done := public.carry_out(who, action, given);
    raise exception 'undone' using errcode = 'CW023';
  exception when sqlstate 'CW023' then
    return done;
  end;
end
$$;
alter function try_out(uuid, text, jsonb) owner to cardwright_posting;
