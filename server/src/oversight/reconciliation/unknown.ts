// Reports what only the issuer has: the unknown records that the listings found and that nobody has resolved. They stay
// breaks while the issuer cannot be asked.
import { type Named, toId } from '../../foundation/ids.ts';
import { maskCardNumbers } from '../../foundation/mask.ts';
import { type Book, type Difference, differ, type Look } from './look.ts';
import { type From, listUnknown, type UnknownRow } from './rows.ts';
import { closeKnown } from './sql.ts';

/** Rows of our own database: a page is one statement. */
const ROWS_PER_LOOK = 100;

/** The length of the column, and more than a line shows. */
const LONGEST_SUBJECT = 64;

/** Reports a page of unresolved records, after those that are known by now were closed. */
export async function lookAtUnknown({ db, scope }: Book, from: From): Promise<Look> {
  await closeKnown(db, scope);
  const rows = await db.read(scope, (tx) => listUnknown(tx, scope, from, ROWS_PER_LOOK));
  return {
    last: rows.length < ROWS_PER_LOOK ? undefined : rows.at(-1)?.id,
    compared: 0,
    onTheirWay: [],
    asked: 0,
    unread: [],
    differences: rows.map(toDifference),
  };
}

/** The status at the issuer may change while the record is unknown. The break is the same. */
const toDifference = (row: UnknownRow): Difference => ({
  ...differ('unknown_here', { subject: subjectOf(row), key: row.id }, { ours: 'nothing', theirs: inWords(row) }),
  gap: 'unknown',
});

const named: Readonly<Record<UnknownRow['kind'], Named>> = {
  order: 'operation',
  deposit: 'invoice',
  card: 'card',
  holder: 'holder',
};

/** The id that the record has here once it is adopted. The issuer's token of a card is never shown. */
function subjectOf({ kind, reference, named: theirs, last4 }: UnknownRow): string {
  if (reference !== null) return toId(named[kind], reference);
  return kind === 'card' ? `card ending in ${last4}` : maskCardNumbers(theirs).slice(0, LONGEST_SUBJECT);
}

const inWords = ({ kind, status, amount }: UnknownRow): string =>
  `${kind}${amount === null ? '' : ` of ${amount}`}, ${status}`.slice(0, LONGEST_SUBJECT);
