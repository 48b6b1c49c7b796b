-- migrate:up
set lock_timeout = '5s';

grant select, insert on idempotency_keys to cardwright_posting;

-- Credits play money for whatever requests are waiting, in one commit: each request's idempotency key, its ledger entry,
-- and the right of its API key to ask for it. `claims` are rows of idempotency_keys; the arrays follow their order. The
-- company and environment of a request count only together with an API key of theirs that may do this now.
--
-- Answers for each request whether it was credited. One whose idempotency key is known already was not: its first answer
-- stands. Anything that is wrong with one of them fails them all, and whoever calls goes on one by one.
create function fund_sandbox(claims jsonb, api_key_ids uuid[], amounts bigint[]) returns boolean[]
  language plpgsql security definer as $$
declare
  asked public.idempotency_keys[] := array(select r from jsonb_populate_recordset(null::public.idempotency_keys, claims) as r);
  is_new boolean[];
  refusal text;
begin
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

  -- Last, because everything before it may have waited for a lock: a key that ended meanwhile undoes it all.
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

-- The API stores keys and asks for its rights only inside such functions, so it needs neither by itself any more.
revoke insert on idempotency_keys from cardwright_api;
set local role cardwright_posting;
revoke execute on function refusal_of_key(uuid, environment, uuid, text) from cardwright_api;
reset role;

grant execute on function fund_sandbox(jsonb, uuid[], bigint[]) to cardwright_api;
call run_as_posting('fund_sandbox(jsonb, uuid[], bigint[])');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
