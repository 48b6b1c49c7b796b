-- The last verification of each subject. If there was none, `last_at` is since when there is a company; null if there
-- is neither.
create or replace function last_verifications()
  returns table (subject text, last_at timestamptz, has_run boolean, books bigint, entries bigint, compared_with_heads boolean, bad jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.subject, coalesce(v.finished_at, began.at), v.id is not null, v.books, v.entries, v.compared_with_heads, v.bad
    from unnest(array['ledger', 'audit']) with ordinality as s (subject, place)
    left join lateral (
      select x.* from public.history_verifications x where x.subject = s.subject order by x.id desc limit 1) as v on true
    left join lateral (select public.time_of_id(c.id) as at from public.companies c order by c.id limit 1) as began on true
   order by s.place;
end;
alter function last_verifications() owner to cardwright_posting;
grant execute on function last_verifications() to cardwright_admin, cardwright_reader, cardwright_worker;
