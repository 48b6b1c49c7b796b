-- Appends one seal of a book and the line to export. False when it does not continue the last seal: another sealer was
-- first, and nothing happened. It locks no book, so postings never wait for it. The seal before is found by its number,
-- so a book of any size costs the same.
create or replace function ledger.seal(of_company uuid, of_environment environment, first_one bigint, last_one bigint, before bytea, after bytea,
    new_marks bytea, moment timestamptz, export_line text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if first_one > 1 and not exists (
    select from ledger.seals s
     where s.company_id = of_company and s.environment = of_environment and s.last_sequence = first_one - 1 and s.hash_after = before
  ) then
    return false;
  end if;
  if not exists (select from ledger.books b
                  where b.company_id = of_company and b.environment = of_environment and b.entries >= last_one) then
    raise exception 'a seal covers entries that there are' using errcode = 'CW009';
  end if;
  insert into ledger.seals (company_id, environment, first_sequence, last_sequence, hash_before, hash_after, marks, sealed_at)
  values (of_company, of_environment, first_one, last_one, before, after, new_marks, moment)
  on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into public.seal_outbox (line) values (export_line);
  return true;
end
$$;
alter function ledger.seal(uuid, environment, bigint, bigint, bytea, bytea, bytea, timestamptz, text) owner to cardwright_posting;
grant execute on function ledger.seal(uuid, environment, bigint, bigint, bytea, bytea, bytea, timestamptz, text) to cardwright_worker, cardwright_admin;
