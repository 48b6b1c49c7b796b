// Bugs that the proof of conservation must catch.
import type { Plant } from './plant.ts';

export const conservationBugs: Record<string, Plant> = {
  'misrouted-fee': {
    what: 'capture books our fee to the issuer',
    functions: [
      {
        name: 'ledger.capture',
        find: "'held', 'issuer', 'held', 'fees'",
        replace: "'held', 'issuer', 'held', 'issuer'",
      },
    ],
  },
  'unbalanced-capture': {
    what: 'capture takes the fee from the hold and gives it to nobody, and nothing checks the sum',
    functions: [
      {
        name: 'ledger.capture',
        find: 'array[-amount, amount, -fee, fee]',
        replace: 'array[-amount, amount, -fee, 0]',
      },
      { name: 'ledger.post', find: 'or sum(l.amount) <> 0', replace: '' },
    ],
    sql: ['drop trigger lines_sum_to_zero on ledger.lines'],
  },
  'lost-hold': {
    what: 'release gives the money back and leaves the hold open',
    functions: [
      {
        name: 'ledger.release',
        find: "perform ledger.close_hold(of_company, of_environment, ref, amount, 'released');",
        replace: '',
      },
    ],
  },
  'hold-of-any-amount': {
    what: 'a hold can be settled for another amount than its own',
    functions: [{ name: 'ledger.close_hold', find: 'and h.amount = exact_amount', replace: '' }],
  },
  'no-lock': {
    what: 'posting does not lock the book',
    functions: [{ name: 'ledger.post', find: 'for update', replace: '' }],
  },
  'stale-balance-after': {
    what: 'the balance after a line forgets the lines before it in the same batch',
    functions: [
      {
        name: 'ledger.post',
        find: 'a.balance + sum(l.amount) over in_account as balance_after',
        replace: 'a.balance + l.amount as balance_after',
      },
    ],
  },
  'oversized-spoils-batch': {
    what: 'an entry that is too large takes the whole batch down',
    functions: [{ name: 'ledger.post', find: "accepted := '{}';", replace: "raise exception 'insufficient';" }],
  },
  'rewritable-ledger': {
    what: 'the ledger can be rewritten by whoever may write its tables',
    sql: [
      'drop trigger entries_are_append_only on ledger.entries',
      'drop trigger lines_are_append_only on ledger.lines',
    ],
  },
};
