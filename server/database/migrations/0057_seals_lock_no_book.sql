-- migrate:up
set lock_timeout = '100ms';

-- Each seal locked its book through this key until its commit, so postings and the sealer waited for each other. Seals of
-- many books share a commit now: one long posting would delay the postings of all these books. ledger.append_seals, the
-- only writer of seals, checks that the book has the entries, and nobody may delete a book.
alter table ledger.seals drop constraint seals_company_id_environment_fkey;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
