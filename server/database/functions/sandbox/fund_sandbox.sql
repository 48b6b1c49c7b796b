-- Credits sandboxes, each request once per idempotency key.
create or replace function fund_sandbox(claims jsonb, api_key_ids uuid[], amounts bigint[]) returns boolean[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  asked public.idempotency_keys[] := array(select r from jsonb_populate_recordset(null::public.idempotency_keys, claims) as r);
  is_new boolean[];
  refusal text;
begin
  perform public.require_scope(array(select a.company_id from unnest(asked) as a), array(select a.environment from unnest(asked) as a),
                               api_key_ids, null);
  perform ledger.lock_books(array(select a.company_id from unnest(asked) as a), array(select a.environment from unnest(asked) as a));
  -- Nobody else can be storing the same key: that needs the lock of its book.
  is_new := array(
    select not exists (
             select 1
               from public.idempotency_keys k
              where k.company_id = a.company_id and k.environment = a.environment and k.key = a.key)
      from unnest(asked) with ordinality as a
     order by a.ordinality);

  perform ledger.credit_sandbox(
            array_agg(a.company_id order by a.ordinality), array_agg(a.environment order by a.ordinality),
            array_agg(a.resource_id order by a.ordinality), array_agg(amounts[a.ordinality] order by a.ordinality))
     from unnest(asked) with ordinality as a
    where is_new[a.ordinality]
   having count(*) > 0;
  insert into public.idempotency_keys
  select a.company_id, a.environment, a.key, a.method, a.path, a.request_digest, a.field_digests, a.response_status,
         a.response_body, a.resource_id, a.created_at
    from unnest(asked) with ordinality as a
   where is_new[a.ordinality]
   order by a.company_id, a.environment, a.key;

  -- Last, because everything before it may have waited for a lock: a key that ended meanwhile rolls everything back.
  select min(r.refusal)
    into refusal
    from unnest(asked) with ordinality as a
   cross join lateral public.refusal_of_key(a.company_id, a.environment, api_key_ids[a.ordinality], 'cards:write') as r (refusal)
   where is_new[a.ordinality];
  if refusal is not null then
    raise exception '%', refusal using errcode = 'CW008';
  end if;
  return is_new;
end
$$;
alter function fund_sandbox(jsonb, uuid[], bigint[]) owner to cardwright_posting;
grant execute on function fund_sandbox(jsonb, uuid[], bigint[]) to cardwright_api;
