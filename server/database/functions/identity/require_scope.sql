-- Raises CW055 unless a request, its claim and its key belong to one company and environment. A function that takes a
-- request and a credential calls it first. `requests` is null where a request names no scope of its own.
create or replace function require_scope(company_ids uuid[], environments environment[], api_key_ids uuid[], requests jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if jsonb_array_length(requests) <> cardinality(api_key_ids) or exists (
       select
         from unnest(company_ids, environments, api_key_ids) with ordinality as a (company_id, environment, key_id, position)
        cross join lateral (select requests -> (a.position - 1)::integer as request) as r
         left join lateral (
           -- The limit keeps the planner from hashing the keys of all companies.
           select k.id from public.api_keys k
            where k.company_id = a.company_id and k.environment = a.environment and k.id = a.key_id limit 1) as known on true
        where known.id is null
           or (r.request ->> 'company_id')::uuid <> a.company_id
           or r.request ->> 'environment' <> a.environment::text) then
    raise exception 'a key is used outside its scope' using errcode = 'CW055';
  end if;
end
$$;
alter function require_scope(uuid[], environment[], uuid[], jsonb) owner to cardwright_posting;
