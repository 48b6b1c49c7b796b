-- The status of a verification, as people see it. The company's own status wins, because operators can decide without a
-- submission.
create or replace function shown_verification(of_company text, of_submission text) returns text
  language sql immutable parallel safe
  return case when of_company = 'approved' then 'approved'
              when of_submission in ('draft', 'submitted', 'rejected') then of_submission
              when of_company = 'rejected' then 'rejected'
              else 'draft' end;
alter function shown_verification(text, text) owner to cardwright_owner;
grant execute on function shown_verification(text, text) to cardwright_admin, cardwright_posting;
