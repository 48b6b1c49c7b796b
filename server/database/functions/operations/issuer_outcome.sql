-- What the issuer said of an operation with this status; null while it is not final.
create or replace function issuer_outcome(status text) returns text
  language sql immutable as $$
  select case status when 'completed' then 'done' when 'failed' then 'rejected' end
$$;
alter function issuer_outcome(text) owner to cardwright_posting;
