// Names for the ids in rows.
import { type Api, answer, type Slice } from '../../../shared/client.ts';
import type { NamesShown } from '../../../shared/portal-api.ts';

type Ids = { cardId?: string; holderId?: string };

/** The card and the cardholder of a row, as far as it has them. */
export type Named = { card?: NamesShown['cards'][number]; holder?: NamesShown['holders'][number] };

/** Reads the names of the cards and cardholders of some rows. */
export async function readNames(api: Api, rows: readonly Ids[]): Promise<NamesShown> {
  const cards = listed(rows.map(({ cardId }) => cardId));
  const holders = listed(rows.map(({ holderId }) => holderId));
  if (cards === '' && holders === '') return { cards: [], holders: [] };
  return answer(api.GET('/portal/v1/names', { params: { query: { cards, holders } } }));
}

/** Adds names to rows. A row that names no cardholder has its card's. */
export function named<Row extends Ids>(rows: readonly Row[], names: NamesShown): (Row & Named)[] {
  const cardOf = new Map(names.cards.map((card) => [card.id, card]));
  const holderOf = new Map(names.holders.map((holder) => [holder.id, holder]));
  return rows.map((row) => {
    const card = cardOf.get(row.cardId ?? '');
    const holder = holderOf.get(row.holderId ?? '') ?? card?.holder;
    return { ...row, ...(card === undefined ? {} : { card }), ...(holder === undefined ? {} : { holder }) };
  });
}

/** A page of a list with its names. */
export async function withNames<Row extends Ids>(api: Api, slice: Slice<Row>): Promise<Slice<Row & Named>> {
  return { ...slice, data: named(slice.data, await readNames(api, slice.data)) };
}

const listed = (ids: readonly (string | undefined)[]): string =>
  [...new Set(ids)].filter((id) => id !== undefined && id !== '').join(',');
