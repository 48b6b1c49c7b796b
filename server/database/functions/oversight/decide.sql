-- Decides an operation, an invoice or a case as proposed. Returns null, or a refusal; then nothing happened.
create or replace function decide(p proposals, policy text) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  about_kind text := p.subject_kind;
  about_id uuid := p.subject_id;
  card uuid; -- of the operation, or the one that it issues, which has the operation's id
  event_id uuid := public.new_id();
  shown jsonb;
begin
  if p.subject_kind = 'case' then
    select c.subject_kind, c.subject_id into about_kind, about_id
      from public.cases c
     where c.company_id = p.company_id and c.environment = p.environment and c.id = p.subject_id;
  end if;
  card := coalesce((
    select o.card_id
      from public.operations o
     where about_kind = 'operation' and o.company_id = p.company_id and o.environment = p.environment and o.id = about_id),
    about_id);
  shown := jsonb_build_object(
    'shownId', public.shown_subject(about_kind, about_id),
    'shownCompany', public.shown_id('com', p.company_id), 'shownProposal', public.shown_id('proposal', p.id),
    'shownCase', public.shown_id('case', p.subject_id), 'eventId', event_id, 'shownEvent', public.shown_id('evt', event_id),
    'shownCard', public.shown_id('card', card), 'policy', policy);
  return case p.subject_kind
           when 'operation' then public.decide_operation(p, shown)
           when 'invoice' then public.decide_invoice(p, shown)
           else public.decide_case(p, shown) end;
end
$$;
alter function decide(proposals, text) owner to cardwright_posting;
