-- Whether a mark was written in this epoch and not exported, as far as the caller of the store knows.
create or replace function is_unexported(mark marks, exported_number bigint) returns boolean
  language sql stable
  return mark.number > coalesce(exported_number, 0) and mark.epoch = (select v.epoch from verified_timeline v where v.is_only);
alter function is_unexported(marks, bigint) owner to cardwright_posting;
