-- Refuses to accept, claim or settle anything on a server that is not the verified one, or while the database is fenced. Called
-- inside their commits: a server that was promoted since the process last looked has another timeline.
create or replace function require_verified_timeline() returns void
  language plpgsql as $$
begin
  if not exists (select from public.verified_timeline v
                  where v.is_only and v.fenced_at is null and v.timeline = left(pg_walfile_name(pg_current_wal_lsn()), 8)) then
    raise exception 'the database is not verified after a change of its server' using errcode = 'CW062';
  end if;
end
$$;
alter function require_verified_timeline() owner to cardwright_posting;
