// Bugs that the proof of clocks must catch.
import type { Plant } from '../harness/plant.ts';

const advancing = (find: string, replace: string) => ({ name: 'advance_clock', find, replace });
const paying = (find: string, replace: string) => ({ name: 'invoice_with_deposit', find, replace });

const PUT = 'set clock_offset = make_interval(secs => ahead)';
const EXACT = 'coalesce(bool_or(t.amount = i.pay_amount and t.occurred_at < i.expires_at), false) as exact';
const IN_TIME = 'coalesce(bool_or(t.occurred_at < i.expires_at), false) as in_time';
const BEFORE = 't.occurred_at < i.expires_at';

export const clockBugs: Record<string, Plant> = {
  'by-the-calendar': {
    what: 'a clock that is 30 days ahead is a month ahead, however long that is',
    functions: [advancing(PUT, 'set clock_offset = justify_interval(make_interval(secs => ahead))')],
  },
  'issuer-not-told': {
    what: 'the issuer is not notified that time has moved',
    source: [
      {
        file: 'sandbox/carry.ts',
        find: "const answer = await issuer.putClock(toId('company', work.companyId), Number(clock.aheadSeconds));",
        replace: "const answer = { kind: 'done' };",
      },
    ],
  },
  'issuer-told-the-move': {
    what: 'the issuer takes the distance of a move for the time of the clock',
    source: [
      {
        file: 'sandbox/sql.ts',
        find: 'select number, ahead_seconds as "aheadSeconds"',
        replace: 'select number, seconds as "aheadSeconds"',
      },
    ],
  },
  'live-moves-too': {
    what: 'the live time of a company moves with its sandbox',
    functions: [
      advancing(
        `${PUT}\n   where b.company_id = of_company and b.environment = of_environment;`,
        `${PUT}\n   where b.company_id = of_company;`,
      ),
    ],
  },
  'moves-get-lost': {
    what: 'one of two concurrent moves is lost',
    functions: [
      advancing('perform ledger.lock_books(array[of_company], array[of_environment]);', ''),
      advancing(
        'coalesce(max(a.number), 0) + 1',
        "coalesce(max(a.number), 0) + 1 + (pg_sleep(0.05)::text = 'x')::integer",
      ),
    ],
  },
  'instant-is-in-time': {
    what: 'a transfer at the instant of expiry is in time',
    functions: [
      paying(EXACT, EXACT.replace(BEFORE, 't.occurred_at <= i.expires_at')),
      paying(IN_TIME, IN_TIME.replace(BEFORE, 't.occurred_at <= i.expires_at')),
    ],
  },
  'last-millisecond-is-late': {
    what: 'a transfer of the last millisecond is late',
    functions: [paying(EXACT, EXACT.replace(BEFORE, "t.occurred_at < i.expires_at - interval '1 millisecond'"))],
  },
  'not-brought-forward': {
    what: 'invoices do not follow the clock',
    functions: [{ name: 'bring_invoices_forward', find: 'i.next_at - ', replace: 'i.next_at - 0 * ' }],
  },
  'month-of-the-machine': {
    what: 'cards are counted in the month of the machine',
    functions: [
      {
        name: 'store_accepted',
        find: 'select m.company_id, m.environment, public.month_of(m.created_at)',
        replace: 'select m.company_id, m.environment, public.month_of(clock_timestamp())',
      },
    ],
  },
  'reviews-of-the-machine': {
    what: 'operations in review are polled in the time of the machine',
    functions: [
      {
        name: 'bring_reviews_forward',
        find: 'o.next_at - (new.clock_offset - old.clock_offset)',
        replace: 'o.next_at',
      },
    ],
  },
  'ladder-begins-anew': {
    what: 'the review schedule of an operation restarts with every poll',
    functions: [
      {
        name: 'operation_after',
        find: 'step := public.next_check_after(o.type, extract(epoch from moment - o.review_opened_at));',
        replace: 'step := public.next_check_after(o.type, 0);',
      },
    ],
  },
  'ladder-of-invoices-begins-anew': {
    what: 'the review schedule of an invoice restarts with every poll',
    functions: [
      {
        name: 'next_invoice_read',
        find: 'step := public.next_review_step(extract(epoch from moment - ',
        replace: 'step := public.next_review_step(0 * extract(epoch from moment - ',
      },
    ],
  },
  'entries-of-the-machine': {
    what: 'a deposit is dated in the time of the machine',
    functions: [
      {
        name: 'ledger.post_one',
        find: "date_trunc('milliseconds', clock_timestamp()) + book.clock_offset",
        replace: "date_trunc('milliseconds', clock_timestamp())",
      },
    ],
  },
  'created-in-the-time-of-the-machine': {
    what: 'an invoice is created in the time of the machine',
    functions: [
      {
        name: 'create_invoice',
        find: 'clock_timestamp(), ledger.time_of(key.company_id, key.environment));',
        replace: 'clock_timestamp(), clock_timestamp());',
      },
    ],
  },
};
