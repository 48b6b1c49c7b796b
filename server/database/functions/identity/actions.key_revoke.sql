-- Revokes a key of a company. A member's session key is refused.
create or replace function actions.key_revoke(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update public.api_keys x
     set revoked_at = clock_timestamp()
   where x.company_id = (given ->> 'company')::uuid and x.environment = (given ->> 'environment')::public.environment
     and x.id = (given ->> 'key')::uuid and x.person_id is null and x.revoked_at is null;
  return case when found then jsonb_build_object('company', given -> 'company', 'environment', given -> 'environment',
                'subject', public.shown_id('key', (given ->> 'key')::uuid), 'details', '{}'::jsonb)
              else '{"refused":"stands_already"}' end;
end
$$;
alter function actions.key_revoke(uuid, jsonb) owner to cardwright_posting;
