-- For processes of the previous version, which append one seal at a time.
create or replace function ledger.seal(of_company uuid, of_environment environment, first_one bigint, last_one bigint, before bytea, after bytea,
    new_marks bytea, moment timestamptz, export_line text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  verdict text := (ledger.append_seals(array[of_company], array[of_environment], array[first_one], array[last_one], array[before],
    array[after], array[new_marks], array[moment], array[export_line]))[1];
begin
  if verdict = 'beyond' then
    raise exception 'a seal covers entries that there are' using errcode = 'CW009';
  end if;
  return verdict = 'sealed';
end
$$;
alter function ledger.seal(uuid, environment, bigint, bigint, bytea, bytea, bytea, timestamptz, text) owner to cardwright_posting;
grant execute on function ledger.seal(uuid, environment, bigint, bigint, bytea, bytea, bytea, timestamptz, text) to cardwright_worker, cardwright_admin;
