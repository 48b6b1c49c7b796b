-- migrate:up
set lock_timeout = '5s';

-- After a recovery from a loss: books whose listings at the issuer have not been read yet. Until then their companies order
-- nothing, because an order could be one that only the issuer knows. `tried_at` is a lease of the worker that reads them.
create table unread_listings (
  company_id   uuid not null references companies,
  environment  environment not null,
  since        timestamptz(3) not null,
  active_at    timestamptz(3) not null, -- of the book's last entry: busy companies come first
  tried_at     timestamptz(3),
  primary key (company_id, environment)
);
call protect_by_scope('unread_listings');
grant select, insert, update, delete on unread_listings to cardwright_posting;

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
