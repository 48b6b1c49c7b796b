-- Stores accepted operations: their holds, their keys with the answers, and their places in the monthly quota, and wakes the
-- workers at the commit, once for all: commits with wake-ups wait for each other. `positions` are those of their keys in `asked`.
create or replace function store_accepted(
  made operations[], counted operations[], asked idempotency_keys[], positions bigint[], bodies text[]) returns void
  language plpgsql as $$
begin
  if false = any (ledger.reserve(
       array(select m.company_id from unnest(made) as m), array(select m.environment from unnest(made) as m),
       array(select asked[p].resource_id from unnest(positions) with ordinality as x (p, n) order by n),
       array(select m.amount + m.fee from unnest(made) as m),
       array(select case m.type when 'issue' then 'Card issue' when 'topup' then 'Card top-up' else 'Service' end from unnest(made) as m))) then
    raise exception 'a hold does not fit the balance that was read under its lock' using errcode = 'CW001';
  end if;
  insert into public.operations select m.* from unnest(made) as m;
  perform public.store_answers(asked, positions, bodies);
  insert into public.issue_quotas as q (company_id, environment, month, used)
  select m.company_id, m.environment, public.month_of(m.created_at), count(*)
    from unnest(counted) as m
   group by 1, 2, 3
   order by 1, 2
  on conflict on constraint issue_quotas_pkey do update set used = q.used + excluded.used;
  perform pg_notify('cardwright_work', 'operation');
end
$$;
alter function store_accepted(operations[], operations[], idempotency_keys[], bigint[], text[]) owner to cardwright_posting;
