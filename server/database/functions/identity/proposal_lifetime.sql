-- The time in which a proposal must be approved. Afterwards its subject may have changed.
create or replace function proposal_lifetime() returns interval language sql immutable return interval '7 days';
alter function proposal_lifetime() owner to cardwright_owner;
grant execute on function proposal_lifetime() to cardwright_posting;
