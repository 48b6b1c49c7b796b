-- The audit entry of a decision about an operation, an invoice or a case. It leaves out the issuer's token of a card.
create or replace function kept_of_review(p proposals) returns jsonb
  language sql immutable set search_path = pg_catalog, pg_temp
  return jsonb_build_object('company', p.company_id, 'environment', p.environment,
    'subject', public.shown_subject(p.subject_kind, p.subject_id),
    'details', jsonb_strip_nulls(jsonb_build_object('proposal', public.shown_id('proposal', p.id), 'decision', p.decision, 'reason', p.reason,
      'receipt', nullif(p.receipt, ''), 'last4', nullif(p.last4, ''), 'amount', trim(to_char(p.amount / 100.0, 'FM999999999999990.00')))));
alter function kept_of_review(proposals) owner to cardwright_owner;
grant execute on function kept_of_review(proposals) to cardwright_posting;
