-- migrate:up
set lock_timeout = '5s';

-- A key that a company's own people made names who did; an operator's names nobody.
alter table api_keys add column created_by uuid references people.users;
grant update (expires_at) on api_keys to cardwright_posting;

-- Whether a person may make keys for a company now: asked in the commit that makes one. Answers a refusal or null.
create function refusal_of_key_maker(of_company uuid, of_user uuid) returns text
  language plpgsql security definer as $$
declare
  refusal text := public.refusal_of_member(of_company, of_user, array['owner', 'developer']);
begin
  return coalesce(refusal, (
    select case when c.verification <> 'approved' then 'verification_required' when c.suspended_at is not null then 'company_suspended' end
      from public.companies c where c.id = of_company));
end
$$;

-- Whether a member's own role has all of these permissions: a key never does more than whoever made it may.
create function may_grant(of_company uuid, of_user uuid, of_environment environment, wanted text[]) returns boolean
  language sql stable security definer
begin atomic
  select exists (
    select from public.members m
     where m.company_id = of_company and m.user_id = of_user and wanted <@ public.scopes_of_role(m.role, of_environment));
end;
call run_as_posting('may_grant(uuid, uuid, environment, text[])');

-- Makes a key for a company. Answers a refusal or null.
create function make_key(of_company uuid, of_environment environment, of_user uuid, new_key uuid, called text, new_hash bytea,
    new_pepper integer, new_hint text, new_scopes text[], ends_at timestamptz, at timestamptz, most integer) returns text
  language plpgsql security definer as $$
declare
  refusal text := public.refusal_of_key_maker(of_company, of_user);
begin
  if refusal is not null then
    return refusal;
  end if;
  if not public.may_grant(of_company, of_user, of_environment, new_scopes) then
    return 'key_beyond_role';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('keys of ' || of_company, 0)); -- two at once are counted one after the other
  if (select count(*) from public.api_keys k
       where k.company_id = of_company and k.environment = of_environment and k.person_id is null and k.revoked_at is null
         and (k.expires_at is null or k.expires_at > at)) >= most then
    return 'key_limit';
  end if;
  insert into public.api_keys (id, company_id, environment, name, hash, pepper_version, hint, scopes, created_at, expires_at, created_by)
  values (new_key, of_company, of_environment, called, new_hash, new_pepper, new_hint, new_scopes, at, ends_at, of_user);
  perform public.note_act_of_person(of_user, at, 'key.create', of_company, public.shown_id('key', new_key),
    jsonb_strip_nulls(jsonb_build_object('environment', of_environment, 'name', called, 'scopes', new_scopes, 'expiresAt', ends_at)));
  return null;
end
$$;

-- Replaces a key by a new one with the same scopes and the same end; the old one works on for the overlap. Answers a refusal or null.
create function replace_key(of_company uuid, of_environment environment, of_user uuid, old_key uuid, new_key uuid, new_hash bytea,
    new_pepper integer, new_hint text, overlap interval, at timestamptz) returns text
  language plpgsql security definer as $$
declare
  refusal text := public.refusal_of_key_maker(of_company, of_user);
  old public.api_keys;
begin
  if refusal is not null then
    return refusal;
  end if;
  select * into old from public.api_keys k
   where k.company_id = of_company and k.environment = of_environment and k.id = old_key and k.person_id is null for update;
  if not found then
    return 'key_not_found';
  elsif old.revoked_at is not null or old.expires_at <= at then
    return 'key_not_active';
  elsif exists (select from public.api_keys k
                 where k.company_id = of_company and k.environment = of_environment and k.rotated_from = old_key) then
    return 'key_replaced';
  elsif not public.may_grant(of_company, of_user, of_environment, old.scopes) then
    return 'key_beyond_role';
  end if;
  update public.api_keys k set expires_at = least(k.expires_at, at + overlap)
   where k.company_id = of_company and k.environment = of_environment and k.id = old_key and k.revoked_at is null;
  insert into public.api_keys (id, company_id, environment, name, hash, pepper_version, hint, scopes, created_at, expires_at, rotated_from, created_by)
  values (new_key, of_company, of_environment, old.name, new_hash, new_pepper, new_hint, old.scopes, at, old.expires_at, old_key, of_user);
  perform public.note_act_of_person(of_user, at, 'key.rotate', of_company, public.shown_id('key', new_key),
    jsonb_build_object('environment', of_environment, 'rotatedFrom', public.shown_id('key', old_key), 'overlapSeconds', extract(epoch from overlap)));
  return null;
end
$$;

-- Ends a key at once, also of a company that may not make any. Answers a refusal or null.
create function end_key(of_company uuid, of_environment environment, of_user uuid, of_key uuid, at timestamptz) returns text
  language plpgsql security definer as $$
declare
  refusal text := public.refusal_of_member(of_company, of_user, array['owner', 'developer']);
begin
  if refusal is not null then
    return refusal;
  end if;
  update public.api_keys k set revoked_at = at
   where k.company_id = of_company and k.environment = of_environment and k.id = of_key and k.person_id is null and k.revoked_at is null;
  if not found then
    return 'key_not_found';
  end if;
  perform public.note_act_of_person(of_user, at, 'key.revoke', of_company, public.shown_id('key', of_key),
    jsonb_build_object('environment', of_environment));
  return null;
end
$$;

-- The keys of a company in both environments, newest first, with who made them; never a person's own.
create function list_keys_of_company(of_company uuid, at_most integer)
  returns table (id uuid, environment environment, name text, hint text, scopes text[], created_at timestamptz, created_by text,
    expires_at timestamptz, revoked_at timestamptz, rotated_from uuid, last_used_at timestamptz)
  language sql stable security definer
begin atomic
  select k.id, k.environment, k.name, k.hint, k.scopes, k.created_at, u.name, k.expires_at, k.revoked_at, k.rotated_from, k.last_used_at
    from public.api_keys k
    left join lateral (select x.name from people.users x where x.id = k.created_by limit 1) as u on true
   where k.company_id = of_company and k.environment = any (enum_range(null::environment)) and k.person_id is null
   order by k.created_at desc, k.id desc
   limit at_most;
end;

grant execute on function make_key(uuid, environment, uuid, uuid, text, bytea, integer, text, text[], timestamptz, timestamptz, integer),
  replace_key(uuid, environment, uuid, uuid, uuid, bytea, integer, text, interval, timestamptz),
  end_key(uuid, environment, uuid, uuid, timestamptz), list_keys_of_company(uuid, integer) to cardwright_portal;
call run_as_posting('refusal_of_key_maker(uuid, uuid)');
call run_as_posting('make_key(uuid, environment, uuid, uuid, text, bytea, integer, text, text[], timestamptz, timestamptz, integer)');
call run_as_posting('replace_key(uuid, environment, uuid, uuid, uuid, bytea, integer, text, interval, timestamptz)');
call run_as_posting('end_key(uuid, environment, uuid, uuid, timestamptz)');
call run_as_posting('list_keys_of_company(uuid, integer)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
