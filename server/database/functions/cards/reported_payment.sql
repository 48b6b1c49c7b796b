-- A payment as an issuer's report describes it, at the company's time.
create or replace function reported_payment(report jsonb, card cards, clock_offset interval) returns transactions
  language plpgsql stable as $$
declare
  said public.transactions;
begin
  said.company_id := card.company_id;
  said.environment := card.environment;
  said.id := (report ->> 'id')::uuid;
  said.card_id := card.id;
  said.holder_id := card.holder_id;
  said.reference := report ->> 'reference';
  said.type := report ->> 'type';
  said.status := report ->> 'status';
  said.amount := (report ->> 'amount')::bigint;
  said.currency := report ->> 'currency';
  said.merchant := report ->> 'merchant';
  said.country := report ->> 'country';
  said.description := report ->> 'description';
  said.decline_reason := report ->> 'declineReason';
  said.returned := (report ->> 'returned')::bigint;
  said.occurred_at := (report ->> 'occurredAt')::timestamptz;
  said.created_at := date_trunc('milliseconds', clock_timestamp()) + clock_offset; -- ledger.time_of, without a call for each
  return said;
end
$$;
alter function reported_payment(jsonb, cards, interval) owner to cardwright_posting;
