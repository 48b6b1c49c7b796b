// Bugs that the proof of the quota must catch.
import type { Plant } from '../harness/plant.ts';

const accepting = (find: string, replace: string) => ({ name: 'accept_operations', find, replace });
const weighing = (find: string, replace: string) => ({ name: 'weigh_operations', find, replace });
const storing = (find: string, replace: string) => ({ name: 'store_accepted', find, replace });
const releasing = (find: string, replace: string) => ({ name: 'release_operations', find, replace });

const NO_CONSTRAINT = 'alter table issue_quotas drop constraint within_the_quota';
const IS_FULL = 'used >= public.monthly_quota()';
const WHO_COUNTS = "((r.type = 'issue'::text) AND (c.kind = 'individual'::text))";
const GIVE_BACK = 'set used = q.used - back.places';

export const quotaBugs: Record<string, Plant> = {
  'no-lock': {
    what: 'the remaining places are read before the book is locked, and there is no constraint',
    functions: [accepting('perform ledger.lock_books(company_ids, environments);', '')],
    sql: [NO_CONSTRAINT],
  },
  'no-limit': {
    what: 'neither the function nor the table has a limit',
    functions: [accepting(IS_FULL, 'false')],
    sql: [NO_CONSTRAINT],
  },
  'limit-in-the-table-only': {
    what: 'only the constraint of the table stops card 501, and the client gets a server error',
    functions: [accepting(IS_FULL, 'false')],
  },
  'one-place-too-few': {
    what: 'the 500th place is never given',
    functions: [accepting(IS_FULL, 'used + 1 >= public.monthly_quota()')],
  },
  'a-batch-counts-once': {
    what: 'of a batch that is accepted together only one order is counted',
    functions: [storing('public.month_of(m.created_at), count(*)', 'public.month_of(m.created_at), 1')],
  },
  'a-batch-checks-once': {
    what: 'orders of one batch do not see the places that those before them took',
    functions: [accepting('used := used + 1;', '')],
    sql: [NO_CONSTRAINT],
  },
  'failed-keeps-its-place': {
    what: 'a failed order keeps its place',
    functions: [releasing(GIVE_BACK, 'set used = q.used')],
  },
  'given-back-to-the-present-month': {
    what: 'a failed order returns its place to the month in which it failed',
    functions: [releasing('public.month_of(r.created_at) as month', 'public.month_of(r.decided_at) as month')],
  },
  'top-ups-give-back': {
    what: 'a failed top-up or service returns a place that it never had',
    functions: [releasing("where r.type = 'issue'", 'where true')],
  },
  'review-gives-back': {
    what: 'an order whose outcome is unknown gives its place back, though it may have made a card',
    functions: [
      {
        name: 'operation_after',
        find: 'o.review_opened_at := moment;',
        replace: `o.review_opened_at := moment;
        update public.issue_quotas q set used = q.used - 1
         where q.company_id = o.company_id and q.month = public.month_of(o.created_at) and o.type = 'issue';`,
      },
    ],
  },
  'corporate-counts': {
    what: 'corporate companies have a quota too',
    functions: [weighing(WHO_COUNTS, "(r.type = 'issue'::text)")],
  },
  'top-ups-count': {
    what: 'top-ups and services use up places',
    functions: [weighing(WHO_COUNTS, "(c.kind = 'individual'::text)")],
  },
  'month-before': {
    what: 'orders are counted in the month before theirs',
    functions: [
      storing(
        'select m.company_id, m.environment, public.month_of(m.created_at)',
        "select m.company_id, m.environment, public.month_of(m.created_at - interval '1 month')",
      ),
    ],
  },
  'month-of-the-machine': {
    what: 'the month is that of the machine and not that of the company’s own time',
    functions: [
      storing(
        'select m.company_id, m.environment, public.month_of(m.created_at)',
        'select m.company_id, m.environment, public.month_of(clock_timestamp())',
      ),
    ],
  },
};
