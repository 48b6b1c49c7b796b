-- Approves a proposal and carries it out, in one commit with its audit entry. Returns {"approved":true,"result":…}, or
-- {"refused":code} when nothing happened. Order of locks: book, operators, proposal, then those of the action. `policy`
-- is the part of an invoice that only the API knows.
create or replace function approve_proposal(credential text, of_proposal uuid, policy text) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  p public.proposals;
  who uuid;
  refusal text;
  done jsonb;
begin
  select * into p from public.proposals x where x.id = of_proposal;
  if p.action = 'review.decide' then
    perform ledger.lock_books(array[p.company_id], array[p.environment]);
  end if;
  perform public.lock_operators(p.action);
  who := public.require_operator(credential, coalesce(p.action, 'review.decide'), true);
  select * into p from public.proposals x where x.id = of_proposal for update;
  perform from public.operators o where o.id = p.proposed_by and o.disabled_at is null for share;
  refusal := case
    when p.id is null then 'absent'
    when p.approved_at is not null then 'approved_already'
    when p.withdrawn_by is not null then 'withdrawn_already'
    when p.expires_at <= clock_timestamp() then 'proposal_expired'
    when p.proposed_by = who then 'same_operator'
    when not found then 'proposer_disabled'
    when (select o.able_from from public.operators o where o.id = who) > clock_timestamp() then 'approver_too_new'
  end;
  if refusal is null and p.action = 'review.decide' then
    refusal := public.decide(p, policy);
    done := public.kept_of_review(p);
  elsif refusal is null then
    done := public.carry_out(p.proposed_by, p.action, p.given);
    refusal := done ->> 'refused';
  end if;
  if refusal is not null then
    return jsonb_build_object('refused', refusal);
  end if;
  update public.proposals x
     set approved_by = who, approved_at = clock_timestamp()
   where x.id = of_proposal and x.approved_at is null and x.withdrawn_at is null;
  perform public.log_action(who, case p.action when 'review.decide' then 'review.approve' else p.action end, done || jsonb_build_object(
    'details', (done -> 'details') || jsonb_build_object('proposal', public.shown_id('proposal', p.id), 'reason', p.reason,
                                                         'proposedBy', public.shown_id('opr', p.proposed_by))));
  perform public.notify_operators('decided', public.proposal_summary(p.id), null);
  return jsonb_strip_nulls(jsonb_build_object('approved', true, 'result', done -> 'result'));
end
$$;
alter function approve_proposal(text, uuid, text) owner to cardwright_posting;
grant execute on function approve_proposal(text, uuid, text) to cardwright_admin;
