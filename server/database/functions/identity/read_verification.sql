-- A company's entries, for its members.
create or replace function read_verification(of_company uuid)
  returns table (name text, kind text, state text, verification text, reason text, fields jsonb, submitted_at timestamptz, decided_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select c.name, c.kind, public.shown_verification(c.verification, v.state), c.verification, c.verification_reason, coalesce(v.fields, '{}'),
         v.submitted_at, v.decided_at
    from public.companies c
    left join lateral (select * from public.verifications x where x.company_id = c.id limit 1) as v on true
   where c.id = of_company;
end;
alter function read_verification(uuid) owner to cardwright_posting;
grant execute on function read_verification(uuid) to cardwright_portal;
