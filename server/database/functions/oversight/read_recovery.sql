-- How far this database has come: its newest mark, its newest sealed audit entry, and what was replayed behind the fence.
create or replace function read_recovery()
  returns table (mark_number bigint, mark_at timestamptz, audit_through bigint, replayed_through bigint, queued bigint, processing bigint)
  language sql stable security definer
begin atomic
  select m.number, m.at::timestamptz, coalesce((select s.last_sequence from audit_seals s order by s.last_sequence desc limit 1), 0),
         v.replayed_through,
         (select count(*) from operations o where o.status = 'queued'), (select count(*) from operations o where o.status = 'processing')
    from verified_timeline v
    left join lateral (select x.number, x.at from marks x order by x.number desc limit 1) as m on true
   where v.is_only;
end;
alter function read_recovery() owner to cardwright_posting;
grant execute on function read_recovery() to cardwright_admin;
