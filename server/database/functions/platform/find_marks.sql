-- How many of these tokens are marks of this database with that number and epoch.
create or replace function find_marks(of_epoch bigint, of_number bigint, tokens uuid[]) returns integer
  language sql stable security definer
begin atomic
  select count(*)::integer
    from marks m
   where m.number = of_number and m.epoch = of_epoch and m.token = any (tokens);
end;
alter function find_marks(bigint, bigint, uuid[]) owner to cardwright_posting;
grant execute on function find_marks(bigint, bigint, uuid[]) to cardwright_api, cardwright_admin, cardwright_worker;
