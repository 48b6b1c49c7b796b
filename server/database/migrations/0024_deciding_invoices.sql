-- migrate:up
set lock_timeout = '5s';

-- Operators decide about invoices as about operations: one proposes, another approves. What arrived is accepted with the
-- amount that they found, or the invoice fails.
alter table proposals
  add column arrived bigint, -- of an invoice: the millionths of USDT that had arrived for it when this was proposed
  drop constraint proposals_subject_kind_check,
  drop constraint action_fits_the_subject,
  drop constraint adjusted_by_an_amount,
  add constraint proposals_subject_kind_check check (subject_kind in ('operation', 'invoice', 'case')),
  add constraint action_fits_the_subject check (action = 'complete' and subject_kind = 'operation'
    or action = 'fail' and subject_kind in ('operation', 'invoice')
    or action = 'accept' and subject_kind = 'invoice'
    or action in ('adjust', 'close') and subject_kind = 'case'),
  -- Cents: what `available` gains by a correction, signed; or the deposit that is accepted.
  add constraint has_an_amount_if_any check ((action in ('adjust', 'accept')) = (coalesce(amount, 0) <> 0)),
  add constraint accepted_above_zero check (action <> 'accept' or amount > 0),
  add constraint knows_what_arrived check ((subject_kind = 'invoice') = (arrived is not null));

grant create on schema public to cardwright_posting;
set local role cardwright_posting;

-- What of it was credited as the deposit of the invoice: millionths of USDT. The exact payment, or what two operators accepted.
create function deposited_for(i invoices) returns bigint
  language sql stable security definer
begin atomic
  select case
           when i.status <> 'completed' then 0
           when exists (
                  select from public.invoice_attempts a
                   where a.company_id = i.company_id and a.environment = i.environment and a.invoice_id = i.id and a.outcome = 'accepted')
             then i.deposit_amount * 10000
           else i.pay_amount
         end;
end;

-- Why an invoice cannot be decided so, or null when it can. What is accepted was seen to arrive, and nothing has arrived since
-- it was proposed: nobody decides about transfers that nobody looked at. Money that came for an invoice that is expired can
-- still be accepted; nothing else about it can be decided.
create function refusal_of_invoice_decision(i invoices, p proposals) returns text
  language sql stable security definer
begin atomic
  select case
           when i.id is null then 'absent'
           when i.status <> 'manual_review' and not (i.status = 'expired' and p.action = 'accept') then 'not_in_review'
           when p.arrived <> public.arrived_for(i) then 'more_arrived'
           -- Its money is settled case by case then; accepting it as well would credit it twice.
           when p.action = 'accept' and public.corrected_for(i) is not null then 'adjusted_already'
           when p.action = 'accept' and p.amount > p.arrived / 10000 then 'not_arrived'
         end;
end;

-- Why a case about an invoice cannot be corrected by an amount, or null when it can. While the money may still be credited on
-- the invoice itself, by the issuer's word or by operators who accept it, a correction would credit it a second time. One
-- transfer may stand in two cases, as late and as one too many: all of them together credit no more than arrived.
create function refusal_of_adjustment(c cases, p proposals) returns text
  language sql stable security definer
begin atomic
  select case
           when i.status in ('creating', 'pending', 'manual_review') or i.status = 'expired' and exists (
                  select from public.invoice_transfers t
                   where t.company_id = i.company_id and t.environment = i.environment and t.invoice_id = i.id
                     and t.amount = i.pay_amount and t.occurred_at < i.expires_at) and not public.is_corrected(i)
             then 'invoice_undecided'
           when c.kind in ('late_payment', 'repeated_payment')
                and coalesce(public.corrected_for(i), 0) + p.amount > (public.arrived_for(i) - public.deposited_for(i)) / 10000
             then 'not_arrived'
         end
    from public.invoices i
   where p.action = 'adjust' and c.subject_kind = 'invoice'
     and i.company_id = c.company_id and i.environment = c.environment and i.id = c.subject_id;
end;

-- Decides an invoice as two operators want it: status, money, event and evidence in one commit. Answers null, or why not; then
-- nothing happened. The book is locked, so nobody else settles it. What was asked for at first stays in requested_amount.
create function decide_invoice(p proposals, shown jsonb) returns text
  language plpgsql security definer as $$
declare
  i public.invoices;
  was text;
  refusal text;
  moment timestamptz := ledger.time_of(p.company_id, p.environment);
begin
  select * into i
    from public.invoices x
   where x.company_id = p.company_id and x.environment = p.environment and x.id = p.subject_id
     for no key update;
  refusal := public.refusal_of_invoice_decision(i, p);
  if refusal is not null then
    return refusal;
  end if;
  was := i.status;
  i.decided_at := moment;
  if p.action = 'accept' then
    i.status := 'completed';
    i.deposit_amount := p.amount;
    i.fee := public.deposit_fee(p.amount);
    i.look_at := null;
    perform ledger.deposit(i.company_id, i.environment, shown ->> 'shownId', i.deposit_amount, i.fee);
    -- The case about this very money is over: a correction beside it would credit it twice.
    update public.cases c
       set closed_at = clock_timestamp(), closing_note = left('Accepted on the invoice: ' || p.reason, 200)
     where c.company_id = i.company_id and c.environment = i.environment and c.subject_kind = 'invoice' and c.subject_id = i.id
       and c.kind = 'late_payment' and c.closed_at is null;
  else
    i.status := 'failed';
    i.failure_code := 'operator_decision';
    i.failure_message := 'Operators decided that nothing is credited for it.';
    -- Somebody may still pay to an address that was shown: it is looked at as long as an expired one.
    i.look_at := case when i.address is not null then i.look_at end;
  end if;
  insert into public.invoice_attempts (company_id, environment, invoice_id, number, kind, at, outcome, detail)
  select i.company_id, i.environment, i.id, count(*) + 1, 'decision', clock_timestamp(), case p.action when 'accept' then 'accepted' else 'failed' end,
         left('two operators, ' || (shown ->> 'shownProposal') || ': ' || p.reason, 500)
    from public.invoice_attempts a
   where a.company_id = i.company_id and a.environment = i.environment and a.invoice_id = i.id;
  update public.invoices x
     set status = i.status, deposit_amount = i.deposit_amount, fee = i.fee, decided_at = i.decided_at, look_at = i.look_at,
         failure_code = i.failure_code, failure_message = i.failure_message
   where x.company_id = i.company_id and x.environment = i.environment and x.id = i.id and x.status = was;
  perform public.tell_events(array[i.company_id], array[i.environment], array[(shown ->> 'eventId')::uuid], array[shown ->> 'shownEvent'],
    array[shown ->> 'shownCompany'], array['invoice.' || i.status],
    array[public.invoice_text(i, shown ->> 'shownId', shown ->> 'policy')], array[moment]);
  return null;
end
$$;

-- Closes a case as two operators want it, with the correction if there is one. Answers null, or why not; then nothing
-- happened. The correction's reference is the case, so the ledger itself refuses a second one.
create or replace function decide_case(p proposals, shown jsonb) returns text
  language plpgsql security definer as $$
declare
  c public.cases;
  refusal text;
begin
  select * into c
    from public.cases x
   where x.company_id = p.company_id and x.environment = p.environment and x.id = p.subject_id and x.closed_at is null
     for update;
  if not found then
    return 'case_closed';
  end if;
  refusal := public.refusal_of_adjustment(c, p);
  if refusal is not null then
    return refusal;
  end if;
  if p.action = 'adjust'
     and not ledger.adjust(p.company_id, p.environment, shown ->> 'shownCase', p.amount, 'Correction for ' || (shown ->> 'shownId')) then
    return 'insufficient_funds';
  end if;
  update public.cases x
     set closed_at = clock_timestamp(), closing_note = p.reason
   where x.company_id = p.company_id and x.environment = p.environment and x.id = p.subject_id and x.closed_at is null;
  return null;
end
$$;

-- Proposes a decision about a review or a case. Answers 'proposed', or why not; then nothing happened.
create or replace function propose_decision(of_company uuid, of_environment environment, by_operator uuid, decision jsonb) returns text
  language plpgsql security definer as $$
declare
  p public.proposals := jsonb_populate_record(null::public.proposals, decision);
  o public.operations;
  i public.invoices;
  c public.cases;
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
                    else public.refusal_of_adjustment(c, p) end;
  end if;
  if refusal is not null then
    return refusal;
  end if;
  insert into public.proposals (company_id, environment, id, subject_kind, subject_id, action, reason, receipt, card_token, last4,
                                amount, arrived, proposed_by, proposed_at)
  values (of_company, of_environment, p.id, p.subject_kind, p.subject_id, p.action, p.reason, p.receipt, p.card_token, p.last4,
          p.amount, p.arrived, by_operator, clock_timestamp())
  on conflict (company_id, environment, subject_kind, subject_id) where approved_at is null and withdrawn_at is null do nothing;
  return case when found then 'proposed' else 'proposed_already' end;
end
$$;

-- Approves a proposal and does what it says, in one commit. Answers 'approved', or why not; then nothing happened.
-- Order of locks: book, proposal, operation, invoice or case, and on as settling goes.
create or replace function approve_decision(of_company uuid, of_environment environment, of_proposal uuid, by_operator uuid, shown jsonb)
  returns text
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
    refusal := case p.subject_kind
                 when 'operation' then public.decide_operation(p, shown)
                 when 'invoice' then public.decide_invoice(p, shown)
                 else public.decide_case(p, shown) end;
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

-- What waits for operators, reviews of operations and invoices and cases together, the longest first: ids and scope only, because
-- the list has none; each is then read in its own.
create or replace function list_undecided(after_since timestamptz, after_id uuid, at_most integer)
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
          (select i.company_id, i.environment, 'invoice', i.id, i.review_opened_at
             from public.invoices i
            where i.status = 'manual_review' and (i.review_opened_at, i.id)
                  > (coalesce(after_since, '-infinity'), coalesce(after_id, '00000000-0000-0000-0000-000000000000'))
            order by i.review_opened_at, i.id
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

-- Whose operation, invoice, case or proposal it is: an operator names it by its id alone.
create or replace function scope_of_undecided(of_kind text, of_id uuid) returns table (company_id uuid, environment environment)
  language sql stable security definer
begin atomic
  select o.company_id, o.environment from public.operations o where of_kind = 'operation' and o.id = of_id
  union all
  select i.company_id, i.environment from public.invoices i where of_kind = 'invoice' and i.id = of_id
  union all
  select c.company_id, c.environment from public.cases c where of_kind = 'case' and c.id = of_id
  union all
  select p.company_id, p.environment from public.proposals p where of_kind = 'proposal' and p.id = of_id;
end;

-- What waits for somebody around payments: those whose card we do not know, and what sandboxes asked for and their issuer has not done.
create or replace function count_payment_backlogs(at_most integer)
  returns table (backlog text, environment environment, waiting bigint, oldest_at timestamptz)
  language sql stable security definer
begin atomic
  select 'payments', p.environment, count(*), min(p.since)
    from (select x.environment, x.since from public.payments_without_card x order by x.since limit at_most) as p
   group by p.environment
  union all
  select 'simulations', s.environment, count(*), min(s.since)
    from ((select x.environment, x.asked_at as since from public.simulated_payments x where x.state = 'waiting' order by x.asked_at limit at_most)
          union all
          (select x.environment, x.asked_at from public.simulated_transfers x where x.state = 'waiting' order by x.asked_at limit at_most)
          union all
          (select x.environment, x.advanced_at from public.clock_advances x where x.followed_at is null order by x.advanced_at limit at_most)) as s
   group by s.environment;
end;

-- Invoices that somebody has to do something for, by what that is. All moments are real ones.
--   creating   waits for a worker who asks the issuer
--   paused, suspended   the same, and may not be sent
--   sent       the issuer was asked, and has not answered yet
--   due        a look was due at oldest_at: did it expire, was it paid
--   review     the outcome is unknown; next_at is the next look, and without_next are behind the last one
-- What is creating is looked at within seconds, so it is among what is due within a minute.
create function count_invoices(at_most integer)
  returns table (environment environment, state text, invoices bigint, without_next bigint, oldest_at timestamptz, next_at timestamptz)
  language sql stable security definer
begin atomic
  with soon as (
    select i.company_id, i.environment, i.id, i.status, i.sent_at, i.look_at
      from public.invoices i
     where i.look_at < statement_timestamp() + interval '1 minute'
     order by i.look_at
     limit at_most
  ), explained as (
    select s.environment,
           case when s.status <> 'creating' then 'due' when s.sent_at is not null then 'sent'
                when exists (select from public.send_pauses p where p.environment = s.environment and p.product_id is null) then 'paused'
                when c.suspended_at is not null then 'suspended' else 'creating' end as state,
           case when s.status <> 'creating' then s.look_at else coalesce(s.sent_at, public.time_of_id(s.id)) end as since
      from soon s
     cross join lateral (select c.suspended_at from public.companies c where c.id = s.company_id limit 1) as c
     where s.status = 'creating' or (s.status <> 'manual_review' and s.look_at <= statement_timestamp())
  )
  select e.environment, e.state, count(*), 0::bigint, min(e.since), null::timestamptz
    from explained e
   group by e.environment, e.state
  union all
  select r.environment, 'review', count(*), count(*) filter (where r.look_at is null), min(r.review_opened_at - b.clock_offset), min(r.look_at)
    from (select i.company_id, i.environment, i.review_opened_at, i.look_at
            from public.invoices i
           where i.status = 'manual_review'
           order by i.review_opened_at, i.id
           limit at_most) as r
   cross join lateral (
     select b.clock_offset from ledger.books b where b.company_id = r.company_id and b.environment = r.environment limit 1) as b
   group by r.environment
   order by 1, 2;
end;

revoke execute on function deposited_for(invoices), refusal_of_invoice_decision(invoices, proposals), refusal_of_adjustment(cases, proposals),
  decide_invoice(proposals, jsonb), count_invoices(integer) from public;
grant execute on function count_invoices(integer) to cardwright_worker, cardwright_admin;
reset role;
revoke create on schema public from cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
