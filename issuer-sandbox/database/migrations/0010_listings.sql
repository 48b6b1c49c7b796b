-- migrate:up
set lock_timeout = '5s';

-- The fields of two objects. A field of both is the second's.
create function issuer_sandbox.joined(first json, second json) returns json
  language sql immutable
  return (select json_object_agg(f.key, f.value order by f.place)
            from (select a.key, a.value, a.place
                    from json_each(first) with ordinality as a (key, value, place)
                   where second -> a.key is null
                  union all
                  select b.key, b.value, 1000 + b.place
                    from json_each(second) with ordinality as b (key, value, place)) as f);
revoke execute on function issuer_sandbox.joined(json, json) from public;
grant execute on function issuer_sandbox.joined(json, json) to issuer_sandbox;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
