-- Decides a review as two operators approved it, by the function that settles the issuer's answers. Returns null, or a
-- refusal; then nothing happened. The book is locked, so nothing else moves this hold.
create or replace function decide_operation(p proposals, shown jsonb) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  o public.operations;
  refusal text;
  result text;
begin
  select * into o
    from public.operations x
   where x.company_id = p.company_id and x.environment = p.environment and x.id = p.subject_id
     for update;
  if o.status is distinct from 'manual_review' then
    return 'not_in_review';
  end if;
  refusal := public.refusal_of_evidence(o, p);
  if refusal is not null then
    return refusal;
  end if;
  result := (public.settle_operations(jsonb_build_array(shown || jsonb_build_object(
    'companyId', p.company_id, 'environment', p.environment, 'operationId', p.subject_id, 'how', 'decision',
    'outcome', case p.decision when 'complete' then 'done' else 'rejected' end,
    'detail', 'two operators, ' || (shown ->> 'shownProposal') || ': ' || p.reason,
    'receipt', p.receipt, 'cardToken', p.card_token, 'last4', p.last4,
    'code', 'operator_decision',
    'message', 'Operators found that the issuer did not carry it out.'
      || case when o.amount > 0 then ' The held funds are available again.' else '' end))))[1];
  if result is distinct from 'settled' then
    raise exception 'a decision about an operation in review did not settle it: %', result using errcode = 'CW010';
  end if;
  return null;
end
$$;
alter function decide_operation(proposals, jsonb) owner to cardwright_posting;
