-- Erases the words about a cardholder. The audit entry names them by id. Searching comes before the lock of the book: other
-- requests of the company wait only for the changes. Anything that began in between is seen under the lock, and the
-- erasure is refused.
create or replace function actions.holder_erase(who uuid, given jsonb) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  of_company constant uuid := given ->> 'company';
  of_environment constant public.environment := given ->> 'environment';
  of_holder constant uuid := given ->> 'holder';
  h public.holders;
  before record;
  after uuid[];
  refusal text;
  counts jsonb;
begin
  select x.* into h from public.holders x where x.company_id = of_company and x.environment = of_environment and x.id = of_holder;
  refusal := public.refusal_of_erasure(h);
  if refusal is not null then
    return jsonb_build_object('refused', refusal);
  end if;
  select * into before from public.words_about_holder(of_company, of_environment, of_holder, 0);
  perform ledger.lock_books(array[of_company], array[of_environment]);
  select x.* into h
    from public.holders x
   where x.company_id = of_company and x.environment = of_environment and x.id = of_holder
     for update;
  select t.their_operations into after from public.words_about_holder(of_company, of_environment, of_holder, before.through) as t;
  refusal := coalesce(public.refusal_of_erasure(h), case when after <> before.their_operations then 'holder_busy' end);
  if refusal is not null then
    return jsonb_build_object('refused', refusal);
  end if;
  counts := public.erase_holder(of_company, of_environment, of_holder, before.their_operations, before.keys, before.sequences, before.through);
  select x.* into h from public.holders x where x.company_id = of_company and x.environment = of_environment and x.id = of_holder;
  perform public.append_holder_event(h, 'updated');
  return jsonb_build_object('company', of_company, 'environment', of_environment, 'subject', public.shown_id('holder', of_holder),
    'details', counts);
end
$$;
alter function actions.holder_erase(uuid, jsonb) owner to cardwright_posting;
