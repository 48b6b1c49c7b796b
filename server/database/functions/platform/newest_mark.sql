-- The newest mark of this database; without a row, there is none. A drill reads it in a restored copy.
create or replace function newest_mark() returns table (number bigint, epoch bigint, at timestamptz)
  language sql stable security definer
begin atomic
  select m.number, m.epoch, m.at::timestamptz from marks m order by m.number desc limit 1;
end;
alter function newest_mark() owner to cardwright_posting;
grant execute on function newest_mark() to cardwright_reader;
