-- Whether a month that ended is still needed, whatever its age: attempts while a delivery of that time is pending, and bodies while a
-- notification that came until then is not processed.
create or replace function is_month_in_use(whole regclass, ended timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case whole
           when 'public.webhook_attempts'::regclass then exists (
             select from public.webhook_deliveries d where d.status = 'pending' and d.id < public.first_id_of(ended))
           when 'public.issuer_notification_bodies'::regclass then exists (
             select from public.issuer_notifications n where n.status in ('received', 'unplaced') and n.received_at < ended)
           else true end
$$;
alter function is_month_in_use(regclass, timestamptz) owner to cardwright_posting;
grant execute on function is_month_in_use(regclass, timestamptz) to cardwright_owner;
