-- Leases due rows of a kind, by the function of that kind.
create or replace function claim_work(of_kind text, of_environment environment, token uuid, lease_seconds integer, at_most integer, per_company integer,
    except_companies uuid[], walk_from uuid)
  returns table (company_id uuid, id uuid, attempts integer, walked_to uuid)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query execute format('select * from public.%I($1, $2, $3, $4, $5, $6, $7)', 'lease_' || of_kind)
    using of_environment, token, lease_seconds, at_most, per_company, except_companies, walk_from;
end
$$;
alter function claim_work(text, environment, uuid, integer, integer, integer, uuid[], uuid) owner to cardwright_posting;
grant execute on function claim_work(text, environment, uuid, integer, integer, integer, uuid[], uuid) to cardwright_worker;
