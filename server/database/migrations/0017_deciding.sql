-- migrate:up
set lock_timeout = '5s';

-- What people have to look at although nothing waits for it: something final was contradicted. Status and money stay; a
-- correction is an adjustment that two operators decide. Times are real ones: people work by them.
create table cases (
  company_id    uuid not null references companies,
  environment   environment not null,
  id            uuid not null,
  subject_kind  text not null check (subject_kind in ('operation', 'invoice')),
  subject_id    uuid not null,
  kind          text not null check (kind in ('contradiction', 'changed_notification')),
  detail        text not null check (length(detail) between 1 and 500), -- the first that was seen; the rest is among the attempts
  opened_at     timestamptz(3) not null,
  closed_at     timestamptz(3),
  closing_note  text not null default '' check (length(closing_note) <= 200),
  primary key (company_id, environment, id),
  constraint closed_with_a_note check ((closed_at is null) = (closing_note = ''))
);
create unique index cases_by_id on cases (id);
create unique index one_open_case_per_contradiction on cases (company_id, environment, subject_kind, subject_id, kind)
  where closed_at is null;
create index cases_by_subject on cases (company_id, environment, subject_kind, subject_id, opened_at);
create index open_cases on cases (opened_at, id) where closed_at is null;

-- What one operator proposes and another approves. What is proposed never changes: whoever wants something else withdraws
-- it and proposes anew.
create table proposals (
  company_id    uuid not null references companies,
  environment   environment not null,
  id            uuid not null,
  subject_kind  text not null check (subject_kind in ('operation', 'case')),
  subject_id    uuid not null,
  action        text not null,
  reason        text not null check (length(reason) between 1 and 200),
  receipt       text not null default '' check (length(receipt) <= 128),
  card_token    text not null default '' check (card_token ~ '^[\x21-\x7e]{0,128}$'),
  last4         text not null default '' check (last4 ~ '^([0-9]{4})?$'),
  amount        bigint, -- cents, signed: what `available` gains
  proposed_by   uuid not null references operators,
  proposed_at   timestamptz(3) not null,
  approved_by   uuid references operators,
  approved_at   timestamptz(3),
  withdrawn_by  uuid references operators,
  withdrawn_at  timestamptz(3),
  primary key (company_id, environment, id),
  constraint action_fits_the_subject check (action in ('complete', 'fail') and subject_kind = 'operation'
    or action in ('adjust', 'close') and subject_kind = 'case'),
  constraint completed_with_a_receipt check ((action = 'complete') = (receipt <> '')),
  constraint card_is_whole check ((card_token = '') = (last4 = '') and (card_token = '' or action = 'complete')),
  constraint adjusted_by_an_amount check ((action = 'adjust') = (coalesce(amount, 0) <> 0)),
  constraint approved_by_another check (approved_by <> proposed_by),
  constraint approval_has_a_name check ((approved_at is null) = (approved_by is null)),
  constraint withdrawal_has_a_name check ((withdrawn_at is null) = (withdrawn_by is null)),
  constraint decided_one_way check (approved_at is null or withdrawn_at is null)
);
create unique index proposals_by_id on proposals (id);
create unique index one_open_proposal_per_subject on proposals (company_id, environment, subject_kind, subject_id)
  where approved_at is null and withdrawn_at is null;
create index proposals_by_subject on proposals (company_id, environment, subject_kind, subject_id, proposed_at);

call protect_by_scope('cases');
call protect_by_scope('proposals');
create index operations_in_review on operations (review_opened_at, id) where status = 'manual_review';

grant select on cases, proposals to cardwright_admin;
grant select, insert on cases, proposals to cardwright_posting;
grant update (closed_at, closing_note) on cases to cardwright_posting;
grant update (approved_by, approved_at, withdrawn_by, withdrawn_at) on proposals to cardwright_posting;
grant select (id, disabled_at) on operators to cardwright_posting;

-- Opens a case, unless one of this kind is open about the same thing: what is said a hundred times is one case.
create function open_case(of_company uuid, of_environment environment, of_kind text, of_subject uuid, case_kind text, seen text) returns void
  language sql security definer
begin atomic
  insert into public.cases (company_id, environment, id, subject_kind, subject_id, kind, detail, opened_at)
  values (of_company, of_environment, gen_random_uuid(), of_kind, of_subject, case_kind, left(seen, 500), clock_timestamp())
  on conflict (company_id, environment, subject_kind, subject_id, kind) where closed_at is null do nothing;
end;

-- Whether an operator can act.
create function is_active_operator(of_operator uuid) returns boolean
  language sql stable security definer
begin atomic
  select exists (select from public.operators p where p.id = of_operator and p.disabled_at is null);
end;

-- Why an operation cannot be completed with this evidence, or null when it can. A card is known by the issuer's token, so
-- an issue needs one, and one that no other card of the company has.
create function refusal_of_evidence(o operations, p proposals) returns text
  language sql stable security definer
begin atomic
  select case
           when (o.type = 'issue') <> (p.card_token <> '') then 'evidence_does_not_fit'
           when o.type = 'issue' and exists (
                  select from public.cards k
                   where k.company_id = o.company_id and k.environment = o.environment and k.issuer_token = p.card_token) then 'card_is_known'
         end
   where p.action = 'complete';
end;

-- Proposes a decision about a review or a case. Answers 'proposed', or why not; then nothing happened.
create function propose_decision(of_company uuid, of_environment environment, by_operator uuid, decision jsonb) returns text
  language plpgsql security definer as $$
declare
  p public.proposals := jsonb_populate_record(null::public.proposals, decision);
  o public.operations;
  refusal text;
begin
  if not public.is_active_operator(by_operator) then
    return 'operator_unknown';
  end if;
  if p.subject_kind = 'operation' then
    select * into o
      from public.operations x
     where x.company_id = of_company and x.environment = of_environment and x.id = p.subject_id;
    refusal := case when o.id is null then 'absent' when o.status <> 'manual_review' then 'not_in_review'
                    else public.refusal_of_evidence(o, p) end;
  else
    select case when c.closed_at is not null then 'case_closed' end into refusal
      from public.cases c
     where c.company_id = of_company and c.environment = of_environment and c.id = p.subject_id;
    if not found then
      refusal := 'absent';
    end if;
  end if;
  if refusal is not null then
    return refusal;
  end if;
  insert into public.proposals (company_id, environment, id, subject_kind, subject_id, action, reason, receipt, card_token, last4,
                                amount, proposed_by, proposed_at)
  values (of_company, of_environment, p.id, p.subject_kind, p.subject_id, p.action, p.reason, p.receipt, p.card_token, p.last4,
          p.amount, by_operator, clock_timestamp())
  on conflict (company_id, environment, subject_kind, subject_id) where approved_at is null and withdrawn_at is null do nothing;
  return case when found then 'proposed' else 'proposed_already' end;
end
$$;

-- Decides a review as two operators want it, by the very function that settles what an issuer says. Answers null, or why
-- not; then nothing happened. The book is locked, so nobody else moves this hold.
create function decide_operation(p proposals, shown jsonb) returns text
  language plpgsql security definer as $$
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
    'outcome', case p.action when 'complete' then 'done' else 'rejected' end,
    'detail', 'two operators, ' || (shown ->> 'shownProposal') || ': ' || p.reason,
    'receipt', p.receipt, 'cardToken', p.card_token, 'last4', p.last4,
    'code', 'operator_decision',
    'message', 'Operators found that the issuer did not carry it out. The held funds are available again.'))))[1];
  if result is distinct from 'settled' then
    raise exception 'a decision about an operation in review did not settle it: %', result using errcode = 'CW010';
  end if;
  return null;
end
$$;

-- Closes a case as two operators want it, with the correction if there is one. Answers null, or why not; then nothing
-- happened. The correction's reference is the case, so the ledger itself refuses a second one.
create function decide_case(p proposals, shown jsonb) returns text
  language plpgsql security definer as $$
begin
  perform from public.cases c
    where c.company_id = p.company_id and c.environment = p.environment and c.id = p.subject_id and c.closed_at is null
      for update;
  if not found then
    return 'case_closed';
  end if;
  if p.action = 'adjust'
     and not ledger.adjust(p.company_id, p.environment, shown ->> 'shownCase', p.amount, 'Correction for ' || (shown ->> 'shownId')) then
    return 'insufficient_funds';
  end if;
  update public.cases c
     set closed_at = clock_timestamp(), closing_note = p.reason
   where c.company_id = p.company_id and c.environment = p.environment and c.id = p.subject_id and c.closed_at is null;
  return null;
end
$$;

-- Approves a proposal and does what it says, in one commit. Answers 'approved', or why not; then nothing happened.
-- Order of locks: book, proposal, operation or case, and on as settling goes.
create function approve_decision(of_company uuid, of_environment environment, of_proposal uuid, by_operator uuid, shown jsonb) returns text
  language plpgsql security definer as $$
declare
  p public.proposals;
  refusal text;
begin
  perform ledger.lock_books(array[of_company], array[of_environment]);
  select * into p
    from public.proposals x
   where x.company_id = of_company and x.environment = of_environment and x.id = of_proposal
     for update;
  refusal := case
    when p.id is null then 'absent'
    when p.approved_at is not null then 'approved_already'
    when p.withdrawn_at is not null then 'withdrawn_already'
    when not public.is_active_operator(by_operator) then 'operator_unknown'
    when p.proposed_by = by_operator then 'same_operator'
    when not public.is_active_operator(p.proposed_by) then 'proposer_disabled'
  end;
  if refusal is null then
    refusal := case p.subject_kind when 'operation' then public.decide_operation(p, shown) else public.decide_case(p, shown) end;
  end if;
  if refusal is not null then
    return refusal;
  end if;
  update public.proposals x
     set approved_by = by_operator, approved_at = clock_timestamp()
   where x.company_id = of_company and x.environment = of_environment and x.id = of_proposal
     and x.approved_at is null and x.withdrawn_at is null;
  return 'approved';
end
$$;

-- Takes a proposal back that nobody approved yet; any operator may. Answers 'withdrawn', or why not.
create function withdraw_decision(of_company uuid, of_environment environment, of_proposal uuid, by_operator uuid) returns text
  language plpgsql security definer as $$
begin
  if not public.is_active_operator(by_operator) then
    return 'operator_unknown';
  end if;
  update public.proposals x
     set withdrawn_by = by_operator, withdrawn_at = clock_timestamp()
   where x.company_id = of_company and x.environment = of_environment and x.id = of_proposal
     and x.approved_at is null and x.withdrawn_at is null;
  return case when found then 'withdrawn' else 'decided_already' end;
end
$$;

-- What waits for operators, reviews and cases together, the longest first: ids and scope only, because the list has none;
-- each is then read in its own.
create function list_undecided(after_since timestamptz, after_id uuid, at_most integer)
  returns table (company_id uuid, environment environment, subject_kind text, id uuid, since timestamptz)
  language sql stable security definer
begin atomic
  select u.*
    from ((select o.company_id, o.environment, 'operation', o.id, o.review_opened_at as since
             from public.operations o
            where o.status = 'manual_review' and (o.review_opened_at, o.id)
                  > (coalesce(after_since, '-infinity'), coalesce(after_id, '00000000-0000-0000-0000-000000000000'))
            order by o.review_opened_at, o.id
            limit at_most)
          union all
          (select c.company_id, c.environment, 'case', c.id, c.opened_at
             from public.cases c
            where c.closed_at is null and (c.opened_at, c.id)
                  > (coalesce(after_since, '-infinity'), coalesce(after_id, '00000000-0000-0000-0000-000000000000'))
            order by c.opened_at, c.id
            limit at_most)) as u
   order by u.since, u.id
   limit at_most;
end;

-- Whose operation, case or proposal it is: an operator names it by its id alone.
create function scope_of_undecided(of_kind text, of_id uuid) returns table (company_id uuid, environment environment)
  language sql stable security definer
begin atomic
  select o.company_id, o.environment from public.operations o where of_kind = 'operation' and o.id = of_id
  union all
  select c.company_id, c.environment from public.cases c where of_kind = 'case' and c.id = of_id
  union all
  select p.company_id, p.environment from public.proposals p where of_kind = 'proposal' and p.id = of_id;
end;

grant execute on function open_case(uuid, environment, text, uuid, text, text) to cardwright_worker;
grant execute on function propose_decision(uuid, environment, uuid, jsonb), approve_decision(uuid, environment, uuid, uuid, jsonb),
  withdraw_decision(uuid, environment, uuid, uuid), list_undecided(timestamptz, uuid, integer), scope_of_undecided(text, uuid)
  to cardwright_admin;
call run_as_posting('open_case(uuid, environment, text, uuid, text, text)');
call run_as_posting('is_active_operator(uuid)');
call run_as_posting('refusal_of_evidence(operations, proposals)');
call run_as_posting('propose_decision(uuid, environment, uuid, jsonb)');
call run_as_posting('decide_operation(proposals, jsonb)');
call run_as_posting('decide_case(proposals, jsonb)');
call run_as_posting('approve_decision(uuid, environment, uuid, uuid, jsonb)');
call run_as_posting('withdraw_decision(uuid, environment, uuid, uuid)');
call run_as_posting('list_undecided(timestamptz, uuid, integer)');
call run_as_posting('scope_of_undecided(text, uuid)');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
