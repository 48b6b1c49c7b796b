-- Erases the words about a cardholder that `words_about_holder` found, and those in later events. Ids, amounts, times and the
-- digest of each request stay, and the ledger is not touched. An erased cardholder is blocked: nothing can be issued to
-- them. Returns the counts for the audit entry. The caller holds the lock of the book, or the fence is closed.
create or replace function erase_holder(of_company uuid, of_environment environment, of_holder uuid, their_operations uuid[], keys text[],
    sequences bigint[], through bigint) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_since bigint[];
  cards integer;
begin
  if through > 0 then
    select t.sequences into found_since from public.words_about_holder(of_company, of_environment, of_holder, through) as t;
  end if;
  sequences := sequences || coalesce(found_since, '{}');
  update public.events e
     set body = public.erased_text(e.body)
   where e.company_id = of_company and e.environment = of_environment and e.sequence = any (sequences);
  -- A company's endpoint may have repeated the event in its response.
  update public.webhook_attempts a
     set answer = ''
    from public.webhook_endpoints w
    join public.webhook_deliveries d on d.company_id = w.company_id and d.environment = w.environment and d.endpoint_id = w.id
   where w.company_id = of_company and w.environment = of_environment and d.sequence = any (sequences)
     and a.company_id = of_company and a.environment = of_environment and a.delivery_id = d.id and a.answer <> '';
  update public.idempotency_keys k
     set response_body = public.erased_text(k.response_body), field_digests = k.field_digests - public.erased_fields()
   where k.company_id = of_company and k.environment = of_environment and k.key = any (keys);
  update public.operations o
     set name = '', metadata = '{}', failure_message = ''
   where o.company_id = of_company and o.environment = of_environment and o.id = any (their_operations);
  update public.import_rows r
     set name = ''
   where r.company_id = of_company and r.environment = of_environment and r.holder_id = of_holder and r.name <> '';
  -- A rejection repeats the issuer's words.
  update public.operation_attempts a
     set detail = ''
   where a.company_id = of_company and a.environment = of_environment and a.operation_id = any (their_operations) and a.outcome = 'rejected';
  update public.unknown_records u
     set record = u.record - array['name', 'email']
   where u.company_id = of_company and u.environment = of_environment and u.reference = any (their_operations || of_holder);
  update public.cards k
     set name = '', metadata = '{}'
   where k.company_id = of_company and k.environment = of_environment and k.holder_id = of_holder;
  get diagnostics cards = row_count;
  update public.holders h
     set name = '', email = '', external_id = '', external_id_reserved = false, metadata = '{}', last_error = '',
         status = case h.status when 'rejected' then h.status else 'blocked' end, erased_at = coalesce(h.erased_at, clock_timestamp()),
         next_at = null, lease_token = null, parked_at = null
   where h.company_id = of_company and h.environment = of_environment and h.id = of_holder;
  return jsonb_build_object('cards', cards, 'operations', cardinality(their_operations), 'answers', cardinality(keys),
    'events', cardinality(sequences));
end
$$;
alter function erase_holder(uuid, environment, uuid, uuid[], text[], bigint[], bigint) owner to cardwright_posting;
