-- Asks a worker to export the audit log now. Returns the number of the newest entry, for `is_exported`.
create or replace function ask_for_export() returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('cardwright_work', 'audit');
  return coalesce((select a.sequence from public.audit_log a order by a.sequence desc limit 1), 0);
end
$$;
alter function ask_for_export() owner to cardwright_posting;
grant execute on function ask_for_export() to cardwright_admin, cardwright_portal;
