// Lists of cards, as a table or as tiles.
import type { ReactNode } from 'react';
import { answer } from '../../../shared/client.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { Card, CardRow } from './card.ts';
import classes from './cards.module.css';
import { Glyph } from './glyph.tsx';
import { Masked } from './masked.tsx';
import { Tiles } from './tiles.tsx';
import '../words/cards.ts';

const holderColumn: Column<CardRow> = {
  head: t('cards.holder'),
  cell: ({ holderName }) => holderName || '–',
  plain: true,
};

type Menu = ((card: CardRow) => ReactNode) | undefined;

/** The columns; `ofHolder` if all cards are of one cardholder. */
const columnsOf = (ofHolder: boolean, menuOf: Menu): readonly Column<CardRow>[] => [
  {
    head: t('cards.card'),
    cell: ({ name, last4, status }) => (
      <span className={classes.drawn}>
        <Glyph off={status !== 'active'} />
        <span className={classes.named}>
          <span className={classes.cardName}>{name}</span>
          <span className={classes.number}>
            <Masked last4={last4} />
          </span>
        </span>
      </span>
    ),
  },
  ...(ofHolder ? [] : [holderColumn]),
  { head: t('cards.status'), cell: ({ status }) => <Status state={status} />, plain: true },
  { head: t('cards.created'), cell: ({ createdAt }) => <Time at={createdAt} as="day" />, wideOnly: true },
  { head: t('cards.balance'), cell: ({ balance }) => <Money amount={balance} />, numeric: true },
  ...(menuOf === undefined ? [] : [{ head: t('cards.actions'), cell: menuOf, actions: true, bare: true }]),
];

/** Orders beside newest first. */
export const cardSorts = ['name', 'balance'] as const;

type Props = {
  label: string;
  filter: {
    holderId?: string | undefined;
    status?: Card['status'] | undefined;
    /** The beginnings of words of the card or its cardholder. */
    search?: string | undefined;
    sort?: (typeof cardSorts)[number] | undefined;
  };
  ofHolder?: boolean;
  /** Draws tiles in place of a table. */
  asTiles?: boolean;
  menuOf?: Menu;
  empty: ReactNode;
};

/** The cards that match a filter. */
export function CardsList({ label, filter, ofHolder = false, asTiles = false, menuOf, empty }: Props) {
  const { api, key, path } = useScope();
  return (
    <List
      label={label}
      queryKey={key('cards', 'list', filter)}
      read={(page) => answer(api.GET('/portal/v1/cards', { params: { query: { ...page, ...filter } } }))}
      columns={columnsOf(ofHolder, menuOf)}
      rowKey={({ id }) => id}
      linkOf={({ id }) => path(`cards/${id}`)}
      draw={asTiles ? (rows) => <Tiles label={label} rows={rows} menuOf={menuOf} /> : undefined}
      empty={empty}
    />
  );
}
