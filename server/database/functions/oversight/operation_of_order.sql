-- The operation that an unknown order becomes when it is adopted, before its outcome: in review, with the fee of the price
-- that applied when the issuer took it. Product, holder or card is null if this database does not have it.
create or replace function operation_of_order(u unknown_records) returns operations
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  o public.operations;
  asked_at timestamptz := (u.record ->> 'createdAt')::timestamptz;
begin
  o.company_id := u.company_id;
  o.environment := u.environment;
  o.id := u.reference;
  o.type := u.record ->> 'kind';
  o.status := 'manual_review';
  o.amount := replace(u.record ->> 'amount', '.', '')::bigint;
  o.product_id := (select p.id from public.products p where public.shown_id('prod', p.id) = u.record ->> 'product');
  if o.type in ('issue', 'topup', 'service') then
    -- As `weigh_operations` computes it. Prices follow the real clock.
    select greatest(x.minimum_fee, x.fixed_fee + (o.amount * x.rate_bps + 9999) / 10000) into o.fee
      from public.product_prices x
     where x.product_id = o.product_id and x.operation_type = o.type and x.effective_from <= least(asked_at, clock_timestamp())
     order by x.effective_from desc
     limit 1;
  else
    o.fee := 0;
  end if;
  if o.type = 'issue' then
    o.holder_id := (select h.id from public.holders h
                     where h.company_id = u.company_id and h.environment = u.environment and h.issuer_token = u.record ->> 'holder' limit 1);
  elsif o.type <> 'service' then
    select k.id, k.holder_id into o.card_id, o.holder_id
      from public.cards k
     where k.company_id = u.company_id and k.environment = u.environment and k.issuer_token = u.record ->> 'cardToken'
     limit 1;
  end if;
  o.name := coalesce(u.record ->> 'name', '');
  o.recipient := coalesce(u.record ->> 'recipient', '');
  o.limits := u.record -> 'limits';
  o.metadata := '{}';
  o.scenario := '';
  o.receipt := '';
  o.failure_code := '';
  o.failure_message := '';
  o.created_at := least(asked_at, ledger.time_of(u.company_id, u.environment));
  o.updated_at := ledger.time_of(u.company_id, u.environment);
  o.review_reason := 'Adopted from the issuer''s record.';
  o.review_opened_at := o.updated_at;
  o.review_next_at := o.updated_at;
  o.accepted_at := date_trunc('milliseconds', clock_timestamp());
  o.sent_at := o.accepted_at;
  o.next_at := o.accepted_at;
  o.attempts := 0;
  o.last_error := '';
  return o;
end
$$;
alter function operation_of_order(unknown_records) owner to cardwright_posting;
