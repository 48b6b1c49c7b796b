-- migrate:up
set lock_timeout = '5s';

-- What an issuer lists of a company and this database does not have. While a record is unresolved, the Idempotency-Key that
-- its reference is derived from is refused, so nothing is sent a second time. `resolution` is
--   adopted    two operators made it ours
--   explained  two operators closed it: its reference is used up
--   known      the row arrived in the meantime, and nobody had decided
create table unknown_records (
  company_id   uuid not null references companies,
  environment  environment not null,
  id           uuid not null,
  kind         text not null check (kind in ('order', 'deposit', 'card', 'holder')),
  named        text not null check (length(named) between 1 and 128), -- how the issuer names it: a reference, or a card's token
  reference    uuid,             -- the id behind our reference; of a card, that of its issue. Null: it is none of ours
  record       jsonb not null,   -- as the issuer listed it last; amounts and times are text
  is_whole     boolean not null, -- whether it has everything that an adoption needs
  found_at     timestamptz(3) not null,
  resolved_at  timestamptz(3),
  resolution   text check (resolution in ('adopted', 'explained', 'known')),
  primary key (company_id, environment, id),
  constraint one_record_per_name unique (company_id, environment, kind, named),
  constraint resolved_in_one_way check ((resolved_at is null) = (resolution is null))
);
create index unknown_records_by_reference on unknown_records (company_id, environment, reference);
create index unknown_records_unresolved on unknown_records (company_id, environment, id) where resolved_at is null;
call protect_by_scope('unknown_records');
grant select on unknown_records to cardwright_worker, cardwright_admin;
-- For the outcome of an Idempotency-Key: which references are unknown, and nothing of their records.
grant select (company_id, environment, kind, reference, resolved_at, resolution) on unknown_records to cardwright_api;
grant select, insert, update (record, is_whole, resolved_at, resolution) on unknown_records to cardwright_posting;

-- A case may be about such a record, and two operators may adopt it.
alter table cases drop constraint cases_subject_kind_check, drop constraint cases_kind_check;
alter table cases
  add constraint subject_kind_is_known check (subject_kind in ('operation', 'invoice', 'transaction', 'unknown')),
  add constraint kind_is_known check (kind in ('contradiction', 'changed_notification', 'late_payment', 'repeated_payment',
    'undone_twice', 'unknown_here')),
  add constraint only_records_are_unknown check ((subject_kind = 'unknown') = (kind = 'unknown_here'));
alter table proposals drop constraint decision_fits_the_subject;
alter table proposals add constraint decision_fits_the_subject check (decision = 'complete' and subject_kind = 'operation'
  or decision = 'fail' and subject_kind in ('operation', 'invoice')
  or decision = 'accept' and subject_kind = 'invoice'
  or decision in ('adjust', 'close', 'adopt') and subject_kind = 'case');

-- migrate:down
do $$ begin raise exception 'migrations only go forward'; end $$;
