-- The operator of a credential, when it last presented a second-factor code, and what it may do besides reading.
create or replace function read_credential(credential text, out who uuid, out code_at timestamptz, out may text[])
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if credential like 'session %' then
    select s.user_id, s.stepped_up_at into who, code_at
      from desk.sessions s
      join desk.users u on u.id = s.user_id
     where s.token = substr(credential, 9) and s.expires_at > clock_timestamp() and u.disabled_at is null and u.two_factor_enabled;
  elsif credential like 'token %' then
    select t.operator_id, t.stepped_up_at, t.actions into who, code_at, may
      from desk.tokens t
     where t.hash = sha256(convert_to(substr(credential, 7), 'UTF8')) and t.expires_at > clock_timestamp() and t.revoked_at is null;
  end if;
end
$$;
alter function read_credential(text) owner to cardwright_posting;
