// Bugs that the proof of conservation must catch.
import type { Plant } from '../harness/plant.ts';

export const conservationBugs: Record<string, Plant> = {
  'misrouted-fee': {
    what: 'our fee is booked to the issuer',
    functions: [
      {
        name: 'ledger.target_of',
        find: "WHEN 'fee'::ledger.entry_kind THEN 'fees'",
        replace: "WHEN 'fee'::ledger.entry_kind THEN 'issuer'",
      },
    ],
  },
  'unbalanced-batch': {
    what: 'a batch gives the target one cent more than it takes from the source, and nothing checks the sum',
    functions: [
      {
        name: 'ledger.write_lines',
        find: 'ledger.target_of(i.kind), i.target_line, i.number, i.amount,',
        replace: 'ledger.target_of(i.kind), i.target_line, i.number, i.amount + 1,',
      },
    ],
    sql: ['drop trigger lines_sum_to_zero on ledger.lines'],
  },
  'unbalanced-single': {
    what: 'the single path forgets to take from the source, and nothing checks the sum',
    functions: [
      {
        name: 'ledger.post_one',
        find: 'before.source_lines + 1, book.next, -amount, before.source - amount',
        replace: 'before.source_lines + 1, book.next, 0, before.source',
      },
    ],
    sql: ['drop trigger lines_sum_to_zero on ledger.lines'],
  },
  'return-from-nowhere': {
    what: 'a return from a card is booked as a deposit',
    functions: [
      {
        name: 'ledger.source_of',
        find: "WHEN 'card_return'::ledger.entry_kind THEN 'issuer'",
        replace: "WHEN 'card_return'::ledger.entry_kind THEN 'deposits'",
      },
    ],
  },
  'lost-hold': {
    what: 'a release returns the money and leaves the hold open',
    functions: [
      {
        name: 'ledger.release',
        find: "perform ledger.close_holds(company_ids, environments, refs, amounts, numbers, 'released');",
        replace: '',
      },
    ],
  },
  'hold-of-any-amount': {
    what: 'a hold can be settled for another amount than its own',
    functions: [{ name: 'ledger.close_holds', find: 'and h.amount = i.amount', replace: '' }],
  },
  'no-lock-in-a-batch': {
    what: 'a batch does not lock its books',
    functions: [{ name: 'ledger.lock_books', find: 'for update', replace: '' }],
  },
  'no-lock-for-one': {
    what: 'the single path does not lock the book',
    functions: [{ name: 'ledger.post_one', find: 'for update', replace: '' }],
  },
  'stale-balance-after': {
    what: 'the balance after a line forgets the lines before it in the same batch',
    functions: [
      {
        name: 'ledger.post',
        find: 'source_after[item.position] := balances[item.source];',
        replace: 'source_after[item.position] := item.balances[item.source] - item.amount;',
      },
    ],
  },
  'refused-entry-counts': {
    what: 'an entry that a batch refused still lowers the balance for the next ones',
    functions: [
      {
        name: 'ledger.post',
        find: 'balances[item.source] := balances[item.source] + item.amount;',
        replace: '',
      },
    ],
  },
  'oversized-spoils-batch': {
    what: 'an entry that is too large fails the whole batch',
    functions: [{ name: 'ledger.post', find: 'continue;', replace: "raise exception 'insufficient';" }],
  },
  'rewritable-ledger': {
    what: 'the ledger can be rewritten by any role that may write its tables',
    sql: [
      'drop trigger entries_are_append_only on ledger.entries',
      'drop trigger lines_are_append_only on ledger.lines',
    ],
  },
};
