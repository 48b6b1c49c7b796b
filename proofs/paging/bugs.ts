// Bugs that the proof of paging must catch.
import type { Plant } from '../harness/plant.ts';

const inLists = (find: string, replace: string) => ({ file: 'platform/db/lists.ts', find, replace });
const inPages = (find: string, replace: string) => ({ file: 'platform/http/pages.ts', find, replace });

const BEHIND = '(${time}, t.id) < (${page.after.at}, ${page.after.id})';

export const pagingBugs: Record<string, Plant> = {
  'rows-of-one-moment-are-skipped': {
    what: 'a page begins after the time of the last row, so rows of the same time are skipped',
    source: [inLists(BEHIND, '${time} < ${page.after.at}')],
  },
  'rows-of-one-moment-are-repeated': {
    what: 'a page begins at the time of the last row, so rows of the same time are repeated',
    source: [inLists(BEHIND, '${time} <= ${page.after.at}')],
  },
  'the-last-row-again': {
    what: 'a page begins with the last row of the one before',
    source: [inLists(BEHIND, '(${time}, t.id) <= (${page.after.at}, ${page.after.id})')],
  },
  'filtered-rows-in-any-order': {
    what: 'ranges of a filtered list are merged by time alone',
    source: [
      inLists(
        'cross join lateral (${range}) t order by ${time} desc, t.id desc limit',
        'cross join lateral (${range}) t order by ${time} desc, random() limit',
      ),
    ],
  },
  'one-range-too-few': {
    what: 'an absent filter matches all of its values but the first',
    source: [inLists('wanted === undefined ? values : [wanted]', 'wanted === undefined ? values.slice(1) : [wanted]')],
  },
  'cursor-of-the-row-behind': {
    what: 'a cursor points at the look-ahead row, which is not shown',
    source: [inPages('const last = shown.at(-1);', 'const last = rows.at(-1);')],
  },
  'cursor-in-whole-seconds': {
    what: 'a cursor forgets the milliseconds of its row',
    source: [inPages('`${at.getTime()} ${id}`', '`${Math.floor(at.getTime() / 1000) * 1000} ${id}`')],
  },
  'an-empty-page-at-the-end': {
    what: 'a last page that is exactly full promises another one',
    source: [inPages('rows.length === request.limit && last', 'rows.length >= request.limit - 1 && last')],
  },
  'one-row-too-few': {
    what: 'the look-ahead row counts as one of the requested rows',
    source: [inPages('limit: (query.limit ?? otherwise) + 1,', 'limit: query.limit ?? otherwise,')],
  },
  'the-filter-is-forgotten': {
    what: 'from the second page on, operations of every status are listed',
    source: [
      {
        file: 'operations/read/sql.ts',
        find: "{ column: 'status', wanted: filter.status, values: operationStatuses }",
        replace: "{ column: 'status', wanted: page.after ? undefined : filter.status, values: operationStatuses }",
      },
    ],
  },
  'undecided-operations-of-every-card': {
    what: 'undecided operations are listed whatever card, holder or product is asked for',
    source: [
      {
        file: 'operations/read/sql.ts',
        find: '{ exact, oneOf: [ofType, among(false)] }',
        replace: '{ exact: [], oneOf: [ofType, among(false)] }',
      },
    ],
  },
  'parts-one-after-another': {
    what: 'a page is filled with decided operations of a card before undecided ones',
    source: [inLists('(${all}) t order by ${name(`t.${time}`)} desc, t.id desc limit', '(${all}) t limit')],
  },
  'the-link-forgets-the-filter': {
    what: 'the Link header of a short list leads to the next page of the whole list',
    source: [
      inPages('parameters.set(name, String(value));', "if (name === 'limit') parameters.set(name, String(value));"),
    ],
  },
};
