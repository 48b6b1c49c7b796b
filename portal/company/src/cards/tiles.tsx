// Cards as tiles, each drawn as a card.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Money } from '../../../shared/money.tsx';
import { Status } from '../../../shared/status.tsx';
import { useScope } from '../session.ts';
import type { CardRow } from './card.ts';
import { Masked } from './masked.tsx';
import classes from './tiles.module.css';

type Props = {
  label: string;
  rows: readonly CardRow[];
  /** The menu of a card; none for people who may not order. */
  menuOf: ((card: CardRow) => ReactNode) | undefined;
};

/** The tiles of a page of cards. */
export function Tiles({ label, rows, menuOf }: Props) {
  const { path } = useScope();
  return (
    <ul className={classes.tiles} aria-label={label}>
      {rows.map((card) => (
        <li key={card.id} className={classes.tile}>
          <div className={classes.face} data-off={card.status !== 'active'}>
            <Link to={path(`cards/${card.id}`)} className={classes.name}>
              {card.name}
            </Link>
            <span className={classes.balance}>
              <Money amount={card.balance} />
            </span>
            <span className={classes.foot}>
              <Masked last4={card.last4} />
            </span>
          </div>
          <div className={classes.about}>
            <span className={classes.holder}>{card.holderName || '–'}</span>
            <Status state={card.status} />
            <span className={classes.menu}>{menuOf?.(card)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
