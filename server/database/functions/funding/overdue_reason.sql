-- The reason of the review that an overdue invoice goes to.
create or replace function overdue_reason() returns text
  language sql immutable
begin atomic
  select 'It was due seven days ago, and the issuer never said what became of it.';
end;
alter function overdue_reason() owner to cardwright_posting;
