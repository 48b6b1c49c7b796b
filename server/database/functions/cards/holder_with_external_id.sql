-- The oldest cardholder with an external id; null if there is none, and for an empty id, which is no id.
create or replace function holder_with_external_id(of_company uuid, of_environment environment, wanted text) returns uuid
  language sql stable security definer
begin atomic
  select h.id
    from public.holders h
   where h.company_id = of_company and h.environment = of_environment and h.external_id = wanted and wanted <> ''
   order by h.created_at, h.id
   limit 1;
end;
alter function holder_with_external_id(uuid, environment, text) owner to cardwright_posting;
