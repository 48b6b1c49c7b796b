// Bugs that the proof of statements must catch.
import type { Plant } from '../harness/plant.ts';

const build = (find: string, replace: string) => ({ file: 'ledger/statements/build.ts', find, replace });
const query = (find: string, replace: string) => ({ file: 'ledger/statements/sql.ts', find, replace });
const csv = (find: string, replace: string) => ({ file: 'ledger/statements/csv.ts', find, replace });

const UNTIL = 'new Date(lastDay.getTime() + DAY_MS)';

export const statementBugs: Record<string, Plant> = {
  'last-day-missing': { what: 'a statement ends where its last day begins', source: [build(UNTIL, 'lastDay')] },
  'one-day-more': {
    what: 'a statement ends one day late',
    source: [build(UNTIL, 'new Date(lastDay.getTime() + 2 * DAY_MS)')],
  },
  'last-second-missing': {
    what: 'a day ends at 23:59:59',
    source: [build(UNTIL, 'new Date(lastDay.getTime() + DAY_MS - 1_000)')],
  },
  'last-millisecond-missing': {
    what: 'a day ends at 23:59:59.999, and what was posted then is on no statement',
    source: [build(UNTIL, 'new Date(lastDay.getTime() + DAY_MS - 1)')],
  },
  'midnight-on-both-days': {
    what: 'an entry of exactly midnight is on the statement of either day',
    source: [query('created_at < ${range.until}', 'created_at <= ${range.until}')],
  },
  'opening-with-midnight': {
    what: 'the opening balance has the entries of exactly midnight already',
    source: [query('created_at < ${moment}', 'created_at <= ${moment}')],
  },
  'opening-with-first-day': {
    what: 'the opening balance has the first day already',
    source: [
      build('findBalanceBefore(tx, scope, from)', 'findBalanceBefore(tx, scope, new Date(from.getTime() + DAY_MS))'),
    ],
  },
  'limit-refused': {
    what: '10,000 entries are refused',
    source: [build('entries.length > MOST_ENTRIES', 'entries.length >= MOST_ENTRIES')],
  },
  'beyond-the-limit': {
    what: '10,001 entries are answered',
    source: [build('MOST_ENTRIES = 10_000', 'MOST_ENTRIES = 10_001')],
  },
  'cut-at-the-limit': {
    what: 'entries beyond the limit are silently left out',
    source: [
      build("if (entries.length > MOST_ENTRIES) refuse('statement_range_too_large')", 'entries.splice(MOST_ENTRIES)'),
    ],
  },
  'day-too-many': { what: '367 days are answered', source: [build('+ 1 > MOST_DAYS', '> MOST_DAYS')] },
  'day-too-few': { what: '366 days are refused', source: [build('+ 1 > MOST_DAYS', '+ 1 >= MOST_DAYS')] },
  'held-not-opened': {
    what: 'the opening balance leaves out what is held',
    source: [query('available_after + held_after as balance', 'available_after as balance')],
  },
  'held-not-shown': {
    what: 'the balance after an entry leaves out what is held',
    source: [
      {
        file: 'ledger/book/entries.ts',
        find: 'entry.available_after + entry.held_after',
        replace: 'entry.available_after',
      },
    ],
  },
  'newest-first': {
    what: 'entries are listed newest first',
    source: [query('order by created_at, sequence', 'order by created_at desc, sequence desc')],
  },
  'ties-reversed': {
    what: 'entries of one millisecond are listed in reverse',
    source: [query('order by created_at, sequence', 'order by created_at, sequence desc')],
  },
  'local-time': {
    what: 'days begin at the midnight of the machine',
    source: [build('T00:00:00.000Z`', 'T00:00:00.000`'), build('|| date.toISOString().slice(0, 10) !== text', '')],
  },
  'impossible-date': {
    what: 'an invalid date is read as the next valid one',
    source: [
      build('|| date.toISOString().slice(0, 10) !== text', ''),
      { file: 'ledger/statements/routes.ts', find: "format: 'date',", replace: '' },
    ],
  },
  'two-snapshots': {
    what: 'opening balance and entries are read at two moments',
    source: [
      { file: 'platform/db/db.ts', find: 'begin isolation level repeatable read read only', replace: 'begin' },
      build(
        'listEntries(tx, scope, {',
        'new Promise((resolve) => setTimeout(resolve, 50)).then(() => listEntries(tx, scope, {',
      ),
      build('limit: MOST_ENTRIES + 1 })', 'limit: MOST_ENTRIES + 1 }))'),
    ],
  },
  'csv-row-missing': {
    what: 'a CSV leaves out the first entry',
    source: [csv('const rows = statement.entries.map', 'const rows = statement.entries.slice(1).map')],
  },
  'csv-formula': {
    what: 'a CSV has descriptions that a spreadsheet would execute',
    source: [csv('escape_formulas: true', 'escape_formulas: false')],
  },
};
