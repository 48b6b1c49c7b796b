-- Marks waiting notifications that confirm the outcomes of newly settled operations as processed, as `store_notifications`
-- does with those that arrive later. It gave these their `about`, and a due time a second after they came, which limits the range
-- that is read here. One that is claimed, or that says anything else, stays with the worker. Two statements and `is true` keep the
-- planner from beginning with all notifications of a company, or with all that wait.
create or replace function note_confirmations(changed operations[], said jsonb[]) returns void
  language plpgsql as $$
declare
  moment constant timestamptz := clock_timestamp();
  confirmations constant text[] := array(
    select 'order.' || public.issuer_outcome(c.status) || ' ' || (said[c.ordinality] ->> 'shownId')
      from unnest(changed) with ordinality as c
     where public.issuer_outcome(c.status) is not null);
  company_ids uuid[];
  environments public.environment[];
  ids uuid[];
begin
  if cardinality(confirmations) = 0 then
    return;
  end if;
  select array_agg(s.company_id), array_agg(s.environment), array_agg(w.id)
    into company_ids, environments, ids
    from (select distinct c.company_id, c.environment from unnest(changed) as c) as s
   cross join lateral (
     select x.id
       from public.issuer_notifications x
      where x.environment = s.environment and x.company_id = s.company_id and x.next_at > moment - interval '1 second'
        and x.next_at < moment + interval '2 seconds' and x.parked_at is null and x.processed_at is null and (x.status = 'received') is true
        and x.about = any (confirmations)
        for no key update skip locked) as w;
  if ids is not null then
    update public.issuer_notifications n
       set status = 'processed', outcome = 'noted', processed_at = clock_timestamp(), next_at = null, lease_token = null
      from unnest(company_ids, environments, ids) as w (company_id, environment, id)
     where n.company_id = w.company_id and n.environment = w.environment and n.id = w.id;
  end if;
end
$$;
alter function note_confirmations(operations[], jsonb[]) owner to cardwright_posting;
