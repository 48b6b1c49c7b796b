// Finds the cardholders and cards that rows name.
import { prefixesOf } from '../../cards/search/words.ts';
import { fromId } from '../../foundation/ids.ts';
import type { RefusalCode } from '../../foundation/refusals/refusals.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { GivenRow, ImportType } from './file.ts';
import { type CardMatch, type HolderMatch, matchCards, matchHolders } from './sql.ts';

/** What a row names, or why that is not clear. */
export type FoundRow = {
  given: GivenRow;
  holder: HolderMatch | undefined;
  card: CardMatch | undefined;
  refusal: RefusalCode | undefined;
};

/** Finds what rows name: by id, external id or email of a cardholder, and by id or last four digits of a card. */
export async function findNamed(
  tx: Tx,
  scope: Scope,
  type: ImportType,
  rows: readonly GivenRow[],
): Promise<FoundRow[]> {
  const holders = await matchHolders(
    tx,
    scope,
    rows.map(({ cardholder }) => ({
      id: fromId('holder', cardholder) ?? null,
      given: cardholder,
      word: /^\S+@\S+$/.test(cardholder) ? (prefixesOf(cardholder)[0]?.from ?? '') : '',
    })),
  );
  const named = rows.map((given, index) => ({ given, ...onlyHolder(given, holders[index] ?? []) }));
  if (type === 'issue') return named.map((row) => ({ ...row, card: undefined }));
  const cards = await matchCards(
    tx,
    scope,
    named.map(({ given, holder }) => ({
      id: fromId('card', given.card) ?? null,
      last4: lastFour(given.card),
      holderId: holder?.id ?? null,
    })),
  );
  return named.map((row, index) => {
    // Without a cardholder in the file, the card names its own.
    const refusal = row.given.cardholder === '' ? undefined : row.refusal;
    if (refusal !== undefined) return { ...row, card: undefined };
    const { card, refusal: ofCard } = onlyCard(cards[index] ?? []);
    return { ...row, card, refusal: ofCard };
  });
}

/** Spreadsheets drop leading zeros: 42 is 0042. */
const lastFour = (text: string) => (/^\d{1,4}$/.test(text) ? text.padStart(4, '0') : '');

function onlyHolder({ cardholder }: GivenRow, found: readonly HolderMatch[]) {
  const [first, ...others] = found;
  if (cardholder === '' || first === undefined) return { holder: undefined, refusal: 'holder_not_found' as const };
  return others.length === 0
    ? { holder: first, refusal: undefined }
    : { holder: undefined, refusal: 'holder_ambiguous' as const };
}

/** The card that can be used, if there is exactly one; a closed one only if there is no other. */
function onlyCard(found: readonly CardMatch[]) {
  const open = found.filter(({ ended }) => !ended);
  const [first, ...others] = open.length > 0 ? open : found;
  if (first === undefined) return { card: undefined, refusal: 'card_not_found' as const };
  return others.length === 0
    ? { card: first, refusal: undefined }
    : { card: undefined, refusal: 'card_ambiguous' as const };
}
