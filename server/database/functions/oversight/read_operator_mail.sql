-- An email to an operator. Without an address there is nobody left to send it to. It is sent even if the proposal is
-- withdrawn meanwhile.
create or replace function read_operator_mail(of_mail uuid)
  returns table (to_name text, to_address text, kind text, details jsonb, created_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select o.name, case when o.disabled_at is null then o.email end, m.kind, m.details, m.created_at
    from public.operator_mails m
    join public.operators o on o.id = m.operator_id
   where m.company_id = '00000000-0000-0000-0000-000000000000' and m.id = of_mail and m.finished_at is null;
end;
alter function read_operator_mail(uuid) owner to cardwright_posting;
grant execute on function read_operator_mail(uuid) to cardwright_worker;
