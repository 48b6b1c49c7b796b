-- New events of several books, each after a number: type and subject only, for live pages. One statement for all
-- watchers; each book is one short range of one index.
create or replace function read_new_events(company_ids uuid[], environments environment[], after_sequences bigint[], at_most integer)
  returns table (book bigint, sequence bigint, id uuid, type text, object_id text)
  language sql stable security definer
begin atomic
  select b.position, e.sequence, e.id, e.type, e.body::json #>> '{data,object,id}'
    from unnest(company_ids, environments, after_sequences) with ordinality as b (company_id, environment, after, position)
   cross join lateral (
     select x.sequence, x.id, x.type, x.body
       from public.events x
      where x.company_id = b.company_id and x.environment = b.environment and x.sequence > b.after
      order by x.environment, x.sequence
      limit at_most) as e
   order by b.position, e.sequence;
end;
alter function read_new_events(uuid[], environment[], bigint[], integer) owner to cardwright_posting;
grant execute on function read_new_events(uuid[], environment[], bigint[], integer) to cardwright_portal;
