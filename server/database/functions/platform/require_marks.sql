-- Raises unless the newest exported mark is in this database, all of its tokens. One of an earlier epoch may be lost: two people
-- accepted it.
create or replace function require_marks(exported_epoch bigint, exported_number bigint, exported_tokens uuid[]) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exported_number is null and exists (select from public.marks m where m.number > 1) then
    raise exception 'the store holds no mark, and mark % was exported', (select max(m.number) - 1 from public.marks m) using errcode = 'CW061';
  elsif exported_epoch >= (select v.epoch from public.verified_timeline v where v.is_only)
    and public.find_marks(exported_epoch, exported_number, exported_tokens) <> cardinality(exported_tokens) then
    raise exception 'mark % of epoch % was exported and is not in this database', exported_number, exported_epoch using errcode = 'CW060';
  end if;
end
$$;
alter function require_marks(bigint, bigint, uuid[]) owner to cardwright_posting;
