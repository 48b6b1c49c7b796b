-- Reads the answer to a request to reveal a card and deletes the request, by the key that made it. No row: there is no
-- answer yet. `gives_up` deletes it even so. A key that may not reveal cards any more gets a refusal, and the answer is gone.
create or replace function take_reveal(of_company uuid, of_environment environment, api_key_id uuid, of_reveal uuid, gives_up boolean)
  returns table (state text, refusal text, sealing_key smallint, sealed_url bytea, expires_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform public.require_scope(array[of_company], array[of_environment], array[api_key_id], null);
  return query
    with taken as (
      delete from public.reveals r
       where r.company_id = of_company and r.environment = of_environment and r.id = of_reveal and r.api_key_id = take_reveal.api_key_id
         and (r.state <> 'waiting' or gives_up)
      returning r.state, r.sealing_key, r.sealed_url, r.expires_at
    )
    select t.state, k.refusal, t.sealing_key, case when k.refusal is null then t.sealed_url end, t.expires_at::timestamptz
      from taken t
     cross join lateral public.refusal_of_key(of_company, of_environment, api_key_id, 'cards:reveal') as k (refusal);
end
$$;
alter function take_reveal(uuid, environment, uuid, uuid, boolean) owner to cardwright_posting;
grant execute on function take_reveal(uuid, environment, uuid, uuid, boolean) to cardwright_api;
