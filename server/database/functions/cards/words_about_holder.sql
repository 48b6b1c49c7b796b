-- Where words about a cardholder are stored: their cards and operations, and the Idempotency-Keys and events that show one of
-- these. It walks every key and event of the book, so it is called before the book is locked. With `after_sequence` above
-- zero it reads only later events, and no keys. `through` is the last event that it has seen.
create or replace function words_about_holder(of_company uuid, of_environment environment, of_holder uuid, after_sequence bigint,
    out their_cards uuid[], out their_operations uuid[], out keys text[], out sequences bigint[], out through bigint)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  ids text[];
begin
  their_cards := array(
    select k.id from public.cards k
     where k.company_id = of_company and k.environment = of_environment and k.holder_id = of_holder
     order by k.id);
  their_operations := public.operations_of_holder(of_company, of_environment, of_holder, their_cards);
  ids := public.shown_id('holder', of_holder) || array(select public.shown_id('card', c.id) from unnest(their_cards) as c (id));
  through := coalesce((select c.last from public.event_counters c where c.company_id = of_company and c.environment = of_environment), 0);
  -- Materialized: the expensive comparison of texts is only for rows about this person.
  sequences := array(
    with about as materialized (
      select e.sequence, e.body from public.events e
       where e.company_id = of_company and e.environment = of_environment and e.sequence > after_sequence
         and exists (select from unnest(ids) as i (id) where strpos(e.body, i.id) > 0)
         and split_part(e.type, '.', 1) in ('holder', 'card', 'operation'))
    select a.sequence from about a where a.body <> public.erased_text(a.body));
  keys := array(
    with created as (
      select public.shown_id('holder', of_holder) as id
       union all
      select public.shown_id('op', o.id) from unnest(their_operations) as o (id)
    ), about as materialized (
      select k.key, k.response_body, k.field_digests
        from public.idempotency_keys k
        join created c on c.id = k.resource_id
       where k.company_id = of_company and k.environment = of_environment and after_sequence = 0)
    select a.key from about a where a.response_body <> public.erased_text(a.response_body) or a.field_digests ?| public.erased_fields());
end
$$;
alter function words_about_holder(uuid, environment, uuid, bigint) owner to cardwright_posting;
