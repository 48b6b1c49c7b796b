-- Operations that are being sent, and those of them whose sender has been silent for longer than any send takes.
create or replace function count_sending(at_most integer, silent_seconds integer)
  returns table (environment environment, operations bigint, silent bigint, oldest_at timestamptz)
  language sql stable security definer
begin atomic
  select s.environment, count(*), count(*) filter (where s.sent_at < clock_timestamp() - make_interval(secs => silent_seconds)),
         min(s.sent_at)
    from unnest(enum_range(null::public.environment)) as e (environment)
   cross join lateral (
     select o.environment, o.sent_at
       from public.operations o
      where o.environment = e.environment and o.status = 'processing' and o.next_at is not null and o.parked_at is null
      order by o.environment, o.next_at
      limit at_most) as s
   group by s.environment
   order by s.environment;
end;
alter function count_sending(integer, integer) owner to cardwright_posting;
grant execute on function count_sending(integer, integer) to cardwright_admin, cardwright_reader, cardwright_worker;
