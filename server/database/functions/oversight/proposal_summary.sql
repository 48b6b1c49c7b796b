-- The content of an email about a proposal.
create or replace function proposal_summary(of_proposal uuid) returns jsonb
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select jsonb_build_object(
           'proposal', public.shown_id('proposal', p.id), 'action', p.action,
           'subject', coalesce(p.subject, public.shown_subject(p.subject_kind, p.subject_id)),
           'company', public.shown_id('com', p.company_id), 'environment', p.environment, 'reason', p.reason,
           'details', coalesce(p.details, jsonb_strip_nulls(jsonb_build_object(
             'decision', p.decision, 'receipt', nullif(p.receipt, ''), 'last4', nullif(p.last4, ''), 'cents', p.amount::text))),
           'held', (select (o.amount + o.fee)::text from public.operations o
                     where p.subject_kind = 'operation' and o.company_id = p.company_id and o.environment = p.environment and o.id = p.subject_id),
           'proposer', (select o.name from public.operators o where o.id = p.proposed_by),
           'approver', (select o.name from public.operators o where o.id = p.approved_by),
           'withdrawer', (select o.name from public.operators o where o.id = p.withdrawn_by), 'expiresAt', p.expires_at)
    from public.proposals p
   where p.id = of_proposal;
end;
alter function proposal_summary(uuid) owner to cardwright_posting;
