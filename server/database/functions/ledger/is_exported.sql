-- Whether the audit log is exported through an entry. Null when it is not, and no worker has reported within `gone_seconds`:
-- nobody exports.
create or replace function is_exported(through bigint, gone_seconds integer) returns boolean
  language sql volatile security definer
begin atomic
  select case when through <= coalesce((select s.last_sequence from audit_seals s order by s.last_sequence desc limit 1), 0)
                   and not exists (select from seal_outbox o where o.entry <= through) then true
              when exists (select from workers w where w.seen_at > clock_timestamp() - make_interval(secs => gone_seconds)) then false
         end;
end;
alter function is_exported(bigint, integer) owner to cardwright_posting;
grant execute on function is_exported(bigint, integer) to cardwright_admin, cardwright_portal;
