-- The number of keys of a company that end within a time and have no successor. The API only gets the count: key ids
-- are credentials of other functions.
create or replace function count_ending_keys(of_company uuid, of_environment environment, after_moment timestamptz, until timestamptz) returns integer
  language sql stable security definer
begin atomic
  select count(*)::integer
    from public.api_keys k
   where k.company_id = of_company and k.environment = of_environment and k.person_id is null and k.revoked_at is null
     and k.expires_at > after_moment and k.expires_at <= until
     and not exists (
           select from public.api_keys n
            where n.company_id = of_company and n.environment = of_environment and n.rotated_from = k.id);
end;
alter function count_ending_keys(uuid, environment, timestamptz, timestamptz) owner to cardwright_posting;
grant execute on function count_ending_keys(uuid, environment, timestamptz, timestamptz) to cardwright_api;
