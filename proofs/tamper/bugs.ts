// Bugs that the proof of tamper evidence must catch.
import type { Plant } from '../harness/plant.ts';

const source = (file: string, find: string, replace: string) => [{ file, find, replace }];

export const tamperBugs: Record<string, Plant> = {
  'words-not-chained': {
    what: 'the chain leaves out the description of an entry',
    source: source('ledger/seals/chain.ts', '  entry.description,\n', ''),
  },
  'time-not-chained': {
    what: 'the chain leaves out when an entry was made',
    source: source('ledger/seals/chain.ts', '  entry.createdAt,\n', ''),
  },
  'audit-details-not-chained': {
    what: 'the audit chain leaves out the details of an entry',
    source: source('ledger/seals/seal.ts', '    entry.details,\n', ''),
  },
  'no-lengths': {
    what: 'fields are concatenated and hashed without their lengths',
    source: source('ledger/seals/chain.ts', '${Buffer.byteLength(text)}:${text},', '${text}'),
  },
  'not-chained': {
    what: 'a hash does not cover the previous one, so that entries can be left out',
    source: source('ledger/seals/chain.ts', '  before.copy(bytes);\n', '  bytes.fill(0, 0, HASH_BYTES);\n'),
  },
  'seals-believed': {
    what: 'a book is compared with its own seals and not with what was exported',
    source: source('ledger/seals/verify.ts', 'heads: heads.get(chainOf(scope)) ?? [],', 'heads: [],'),
  },
  'marks-ignored': {
    what: 'a change is noticed at the end of its seal, and the row is not named',
    source: source('ledger/seals/walk.ts', 'suspect === undefined && hash.readUInt32BE(0) !==', 'number < 0 && 0 !=='),
  },
  'tail-not-missed': {
    what: 'entries that are missing at the end are taken for not yet posted',
    source: source('ledger/seals/walk.ts', 'return run === undefined ? undefined : missing(run);', 'return undefined;'),
  },
  'book-not-missed': {
    what: 'a book that is deleted with all its rows is not missed',
    source: source(
      'ledger/seals/verify.ts',
      'const missing = new Set(heads.keys());',
      'const missing = new Set<string>();',
    ),
  },
  'seal-not-missed': {
    what: 'seals that are missing in the database are not missed',
    source: source(
      'ledger/seals/walk.ts',
      'if (seal === undefined)\n      return',
      'if (seal === undefined) continue;\n    if (seal === null)\n      return',
    ),
  },
  'seal-time-not-compared': {
    what: 'a seal may say that it was made at another time',
    source: source('ledger/seals/walk.ts', 'exported !== undefined && Date.parse', 'exported === null && Date.parse'),
  },
  'audit-entry-in-a-gap': {
    what: 'an audit entry inserted at a missing number is ignored',
    source: source(
      'ledger/seals/walk.ts',
      'if (number < expected) {',
      'if (number < expected && run.last > 0) continue;\n      if (number < expected) {',
    ),
  },
  'hold-reason-not-compared': {
    what: 'the reason of a hold is not compared',
    source: [
      {
        file: 'ledger/book/verify.ts',
        find: '(state, amount, reason, created_at',
        replace: '(state, amount, created_at',
      },
      {
        file: 'ledger/book/verify.ts',
        find: '(story, reserved, entry_reason, opened_at',
        replace: '(story, reserved, opened_at',
      },
    ],
  },
  'line-order-not-compared': {
    what: 'a line may belong to another entry of the same amount',
    source: source(
      'ledger/book/verify.ts',
      '(f.entry_sequence, f.amount, f.balance_after) is distinct from (x.entry_sequence, x.amount, x.balance_after)',
      '(f.amount, f.balance_after) is distinct from (x.amount, x.balance_after)',
    ),
  },
  'account-not-missed': {
    what: 'a deleted account is not missed',
    source: source('ledger/book/verify.ts', 'left join ledger.accounts a on', 'join ledger.accounts a on'),
  },
};
