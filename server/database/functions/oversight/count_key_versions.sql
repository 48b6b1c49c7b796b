-- The number of rows that need each version of each setting.
create or replace function count_key_versions(at timestamptz) returns table (kind text, version integer, needed_by bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select v.kind, v.version, count(*)
    from (
      select 'api_key' as kind, k.pepper_version::integer as version
        from public.api_keys k where k.person_id is null and k.revoked_at is null and (k.expires_at is null or k.expires_at > at)
      union all
      select 'webhook_secret', w.sealing_key::integer from public.webhook_endpoints w where w.sealed_secret <> ''
      union all
      select 'webhook_secret', w.next_sealing_key::integer from public.webhook_endpoints w where w.next_sealing_key is not null
      union all
      select 'document', f.sealing_key::integer from public.verification_files f
      union all
      select 'second_factor', t.secret_version from people.two_factors t
      union all
      select 'operator_second_factor', t.secret_version from desk.two_factors t
    ) as v
   group by v.kind, v.version
   order by v.kind, v.version;
end;
alter function count_key_versions(timestamptz) owner to cardwright_posting;
grant execute on function count_key_versions(timestamptz) to cardwright_admin;
