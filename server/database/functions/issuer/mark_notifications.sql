-- Records the outcome of claimed notifications: objects with their ids, `token` of the lease, `status`, `outcome`,
-- `about`, `amount`, and `owner`, the company that they turned out to belong to. An unplaced one is due again after
-- `afterSeconds`. One whose lease has ended stays unchanged. Returns the number of recorded ones.
create or replace function mark_notifications(of_environment environment, verdicts jsonb) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  marked integer;
begin
  update public.issuer_notifications n
     set status = v.status, outcome = v.outcome, about = v.about, amount = v.amount, company_id = coalesce(v.owner, n.company_id),
         processed_at = case when v.status <> 'unplaced' then clock_timestamp() end,
         next_at = case when v.status = 'unplaced' then clock_timestamp() + make_interval(secs => v."afterSeconds") end,
         lease_token = null, last_error = ''
    from jsonb_to_recordset(verdicts) as v ("companyId" uuid, id uuid, token uuid, status text, outcome text, about text, amount text,
           owner uuid, "afterSeconds" float8)
   where n.company_id = v."companyId" and n.environment = of_environment and n.id = v.id and n.lease_token = v.token
     and n.processed_at is null;
  get diagnostics marked = row_count;
  return marked;
end
$$;
alter function mark_notifications(environment, jsonb) owner to cardwright_posting;
grant execute on function mark_notifications(environment, jsonb) to cardwright_worker;
