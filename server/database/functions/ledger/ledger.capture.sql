-- Captures held totals after the issuer's confirmation: card funds and our fee, an entry each.
create or replace function ledger.capture(company_ids uuid[], environments environment[], refs text[], amounts bigint[], fees bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  numbers bigint[];
begin
  perform ledger.require_above_zero(amounts);
  if exists (select 1 from unnest(fees) as f (fee) where f.fee is null or f.fee < 0) then
    raise exception 'a fee is not below zero' using errcode = 'CW005';
  end if;
  -- Each capture is followed by its fee, so that they are adjacent on a statement.
  select ledger.post(
           array_agg(i.company_id order by i.position, part.number), array_agg(i.environment order by i.position, part.number),
           array_agg(part.kind order by i.position, part.number), array_agg(i.reference order by i.position, part.number),
           array_agg(part.description order by i.position, part.number),
           array_agg(case part.kind when 'fee' then i.fee else i.amount end order by i.position, part.number))
    into numbers
    from unnest(company_ids, environments, refs, amounts, fees)
         with ordinality as i (company_id, environment, reference, amount, fee, position)
   cross join (values (1, 'capture'::ledger.entry_kind, 'Captured'), (2, 'fee', 'Fee')) as part (number, kind, description);
  if array_position(numbers, null) is not null then
    raise exception 'a hold is not covered by held funds' using errcode = 'CW006';
  end if;
  perform ledger.close_holds(company_ids, environments, refs,
    array(select t.amount + t.fee from unnest(amounts, fees) with ordinality as t (amount, fee, position) order by t.position),
    array(select numbers[2 * p - 1] from generate_series(1, cardinality(refs)) as p order by p), 'captured');
end
$$;
alter function ledger.capture(uuid[], environment[], text[], bigint[], bigint[]) owner to cardwright_posting;
