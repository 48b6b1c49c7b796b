-- Proposes an action that needs two people. Nothing else happens until another operator approves it.
create or replace function propose(credential text, for_action text, asked jsonb, why text) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  who uuid := public.require_operator(credential, for_action, false);
  done jsonb;
  proposal uuid := public.new_id();
begin
  -- Otherwise an operator could add an account and be two people with it.
  if (select o.able_from from public.operators o where o.id = who) > clock_timestamp() then
    return '{"refused":"approver_too_new"}';
  end if;
  done := public.try_out(who, for_action, asked);
  if done ? 'refused' then
    return jsonb_build_object('refused', done -> 'refused');
  end if;
  perform public.expire_proposals();
  insert into public.proposals (company_id, environment, id, action, given, subject, details, reason, proposed_by, proposed_at, expires_at)
  values ((done ->> 'company')::uuid, (done ->> 'environment')::public.environment, proposal, for_action, asked, done ->> 'subject',
          done -> 'details', why, who, clock_timestamp(), clock_timestamp() + public.proposal_lifetime())
  on conflict (action, subject, coalesce(given ->> 'capability', given ->> 'type', ''))
    where approved_at is null and withdrawn_at is null and action <> 'review.decide' do nothing;
  if not found then
    return '{"refused":"proposed_already"}';
  end if;
  perform public.log_action(who, for_action || '.propose', done || jsonb_build_object(
    'details', (done -> 'details') || jsonb_build_object('proposal', public.shown_id('proposal', proposal), 'reason', why)));
  perform public.notify_operators('proposed', public.proposal_summary(proposal), who);
  return jsonb_build_object('proposed', proposal);
end
$$;
alter function propose(text, text, jsonb, text) owner to cardwright_posting;
