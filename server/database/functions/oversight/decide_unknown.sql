-- Adopts or explains an unknown record as two operators approved it. Returns null, or a refusal; then nothing happened. A
-- record is resolved once, under its lock. Notifications about an adopted record are due now.
create or replace function decide_unknown(c cases, p proposals, shown jsonb) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  u public.unknown_records;
  refusal text;
  why text := left('two operators, ' || (shown ->> 'shownProposal') || ': ' || p.reason, 500);
begin
  select x.* into u
    from public.unknown_records x
   where x.company_id = c.company_id and x.environment = c.environment and x.id = c.subject_id and x.resolved_at is null
     for update;
  if u.id is null then
    return 'case_closed';
  end if;
  if p.decision = 'adopt' then
    shown := shown || jsonb_build_object('shownId', public.shown_unknown(u), 'shownCard', public.shown_id('card',
      coalesce((select k.id from public.cards k
                 where k.company_id = u.company_id and k.environment = u.environment and k.issuer_token = u.record ->> 'cardToken' limit 1),
               u.reference)));
    refusal := case u.kind
      when 'order' then public.adopt_order(u, shown, why)
      when 'deposit' then public.adopt_deposit(u, shown, why)
      when 'holder' then public.adopt_holder(u)
      else public.adopt_card(u, shown) end;
    if refusal is not null then
      return refusal;
    end if;
    update public.issuer_notifications n
       set next_at = clock_timestamp()
     where n.status = 'unplaced' and n.environment = u.environment and n.parked_at is null and n.lease_token is null
       and split_part(n.about, ' ', 2) = shown ->> 'shownId';
  end if;
  update public.unknown_records x
     set resolved_at = clock_timestamp(), resolution = case p.decision when 'adopt' then 'adopted' else 'explained' end
   where x.company_id = u.company_id and x.environment = u.environment and x.id = u.id and x.resolved_at is null;
  return null;
end
$$;
alter function decide_unknown(cases, proposals, jsonb) owner to cardwright_posting;
