-- Proposes how to decide an operation or an invoice in review, or a case. Returns 'proposed' or a refusal.
create or replace function propose_decision(credential text, of_company uuid, of_environment environment, proposed jsonb) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  p public.proposals := jsonb_populate_record(null::public.proposals, proposed);
  o public.operations;
  i public.invoices;
  c public.cases;
  refusal text;
begin
  p.proposed_by := public.require_operator(credential, 'review.decide', false);
  if (select w.able_from from public.operators w where w.id = p.proposed_by) > clock_timestamp() then
    return 'approver_too_new';
  end if;
  p.company_id := of_company;
  p.environment := of_environment;
  if p.subject_kind = 'operation' then
    select * into o
      from public.operations x
     where x.company_id = of_company and x.environment = of_environment and x.id = p.subject_id;
    refusal := case when o.id is null then 'absent' when o.status <> 'manual_review' then 'not_in_review'
                    else public.refusal_of_evidence(o, p) end;
  elsif p.subject_kind = 'invoice' then
    select * into i
      from public.invoices x
     where x.company_id = of_company and x.environment = of_environment and x.id = p.subject_id;
    p.arrived := public.arrived_for(i);
    refusal := public.refusal_of_invoice_decision(i, p);
  else
    select * into c
      from public.cases x
     where x.company_id = of_company and x.environment = of_environment and x.id = p.subject_id;
    refusal := case when c.id is null then 'absent' when c.closed_at is not null then 'case_closed'
                    else public.refusal_of_case(c, p) end;
  end if;
  if refusal is not null then
    return refusal;
  end if;
  perform public.expire_proposals();
  insert into public.proposals (company_id, environment, id, action, subject_kind, subject_id, decision, reason, receipt, card_token, last4,
                                amount, arrived, proposed_by, proposed_at, expires_at)
  values (of_company, of_environment, p.id, 'review.decide', p.subject_kind, p.subject_id, p.decision, p.reason, p.receipt, p.card_token,
          p.last4, p.amount, p.arrived, p.proposed_by, clock_timestamp(), clock_timestamp() + public.proposal_lifetime())
  on conflict (company_id, environment, subject_kind, subject_id)
    where approved_at is null and withdrawn_at is null and action = 'review.decide' do nothing;
  if not found then
    return 'proposed_already';
  end if;
  perform public.log_action(p.proposed_by, 'review.propose', public.kept_of_review(p));
  perform public.notify_operators('proposed', public.proposal_summary(p.id), p.proposed_by);
  return 'proposed';
end
$$;
alter function propose_decision(text, uuid, environment, jsonb) owner to cardwright_posting;
grant execute on function propose_decision(text, uuid, environment, jsonb) to cardwright_admin;
