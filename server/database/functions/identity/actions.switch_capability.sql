-- Switches a live capability of a company on or off.
create or replace function actions.switch_capability(given jsonb, enabled boolean) returns jsonb
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  capability text := given ->> 'capability';
begin
  if capability not in ('direct_invoices', 'live_services') then
    raise exception 'no such capability: %', capability using errcode = 'CW013';
  end if;
  update public.companies c
     set direct_invoices = case when capability = 'direct_invoices' then enabled else c.direct_invoices end,
         live_services = case when capability = 'live_services' then enabled else c.live_services end
   where c.id = (given ->> 'company')::uuid
     and case when capability = 'direct_invoices' then c.direct_invoices else c.live_services end is distinct from enabled;
  return case when found then actions.done_to_company((given ->> 'company')::uuid, jsonb_build_object('capability', capability))
              else '{"refused":"stands_already"}' end;
end
$$;
alter function actions.switch_capability(jsonb, boolean) owner to cardwright_posting;
