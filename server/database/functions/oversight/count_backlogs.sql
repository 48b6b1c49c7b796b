-- What waits for a person or a process: notifications, seals and actions to export, cases and proposals of any kind, apart from
-- expired ones. Those of no environment count as live.
create or replace function count_backlogs(at_most integer)
  returns table (backlog text, environment environment, waiting bigint, oldest_at timestamptz)
  language sql stable security definer
begin atomic
  select 'notifications', n.environment, count(*), min(n.received_at)
    from (select x.environment, x.received_at
            from public.issuer_notifications x
           where x.status = 'received'
           order by x.received_at
           limit at_most) as n
   group by n.environment
  union all
  select 'unplaced', n.environment, count(*), min(n.received_at)
    from (select x.environment, x.received_at
            from public.issuer_notifications x
           where x.status = 'unplaced'
           order by x.received_at, x.id
           limit at_most) as n
   group by n.environment
  union all
  select 'cases', c.environment, count(*), min(c.opened_at)
    from (select x.environment, x.opened_at from public.cases x where x.closed_at is null order by x.opened_at limit at_most) as c
   group by c.environment
  union all
  select 'proposals', p.environment, count(*), min(p.proposed_at)
    from (select coalesce(x.environment, 'live') as environment, x.proposed_at
            from public.proposals x
           where x.approved_at is null and x.withdrawn_at is null and x.expires_at > statement_timestamp()
           order by x.proposed_at, x.id
           limit at_most) as p
   group by p.environment
  union all
  select 'seals', null, count(*), min((s.line::json ->> 'at')::timestamptz)
    from (select x.line from public.seal_outbox x order by x.id limit at_most) as s
  having count(*) > 0
  union all
  select 'actions', null, count(*), min(a.at)
    from (select x.at
            from public.audit_log x
           where x.sequence >= least((select o.entry from public.seal_outbox o where o.entry is not null order by o.entry limit 1),
                                     coalesce((select s.last_sequence from public.audit_seals s order by s.last_sequence desc limit 1), 0) + 1)
           order by x.sequence
           limit at_most) as a
  having count(*) > 0;
end;
alter function count_backlogs(integer) owner to cardwright_posting;
grant execute on function count_backlogs(integer) to cardwright_admin, cardwright_reader, cardwright_worker;
