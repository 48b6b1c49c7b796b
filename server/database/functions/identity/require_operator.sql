-- The operator behind a credential, if they may do this now; otherwise it raises: CW020 not valid, CW021 a code is
-- needed, CW022 the token may not. `with_code` says whether a fresh code is needed; without it the action decides. The
-- operator's row is locked: an operator who is disabled concurrently has either acted before, or does not act.
create or replace function require_operator(credential text, for_action text, with_code boolean default null) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  who uuid;
  code_at timestamptz;
  may text[];
  demands public.operator_actions;
begin
  select c.who, c.code_at, c.may into who, code_at, may from public.read_credential(credential) as c;
  perform from public.operators o where o.id = who and o.disabled_at is null and o.active_from <= clock_timestamp() for share;
  if not found then
    raise exception 'no operator acts here' using errcode = 'CW020';
  end if;
  select a.* into strict demands from public.operator_actions a where a.action = for_action;
  -- A token creates no token: a stolen one would survive its revocation in another.
  if for_action <> all (may) or (for_action = 'operator.token' and credential like 'token %') then
    raise exception 'this token may not do this' using errcode = 'CW022';
  end if;
  if coalesce(with_code, demands.needs_code) and coalesce(code_at, '-infinity') < clock_timestamp() - public.code_lifetime() then
    raise exception 'a code of the second factor is needed' using errcode = 'CW021';
  end if;
  return who;
end
$$;
alter function require_operator(text, text, boolean) owner to cardwright_posting;
