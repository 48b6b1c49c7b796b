-- Stores idempotency keys with their answers. `positions` are those of the answered keys in `asked`.
create or replace function store_answers(asked idempotency_keys[], positions bigint[], bodies text[]) returns void
  language plpgsql as $$
begin
  insert into public.idempotency_keys
  select a.company_id, a.environment, a.key, a.method, a.path, a.request_digest, a.field_digests, a.response_status,
         x.body, a.resource_id, a.created_at
    from unnest(positions, bodies) as x (position, body)
   cross join lateral (select (asked[x.position]).*) as a
   order by a.company_id, a.environment, a.key;
end
$$;
alter function store_answers(idempotency_keys[], bigint[], text[]) owner to cardwright_posting;
