-- Withdraws an open proposal; any operator may. Returns {"withdrawn":true} or {"refused":code}.
create or replace function withdraw_proposal(credential text, of_proposal uuid) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  p public.proposals;
  who uuid;
begin
  select * into p from public.proposals x where x.id = of_proposal;
  who := public.require_operator(credential, coalesce(p.action, 'review.decide'), false);
  if p.id is null then
    return '{"refused":"absent"}';
  end if;
  update public.proposals x
     set withdrawn_by = who, withdrawn_at = clock_timestamp()
   where x.id = of_proposal and x.approved_at is null and x.withdrawn_at is null;
  if not found then
    return '{"refused":"decided_already"}';
  end if;
  perform public.log_action(who, case p.action when 'review.decide' then 'review.withdraw' else p.action || '.withdraw' end,
    case p.action when 'review.decide' then public.kept_of_review(p)
               else jsonb_build_object('company', p.company_id, 'environment', p.environment, 'subject', p.subject,
                 'details', p.details || jsonb_build_object('proposal', public.shown_id('proposal', p.id))) end);
  perform public.notify_operators('withdrawn', public.proposal_summary(p.id), who);
  return '{"withdrawn":true}';
end
$$;
alter function withdraw_proposal(text, uuid) owner to cardwright_posting;
grant execute on function withdraw_proposal(text, uuid) to cardwright_admin;
