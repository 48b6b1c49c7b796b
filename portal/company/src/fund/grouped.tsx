// A long text in groups that are easy to compare. The gaps are styling: copied text has no spaces.
import { Fragment } from 'react';
import classes from './invoice.module.css';

/** An address has 34 characters: six groups of five and one of four. */
const GROUP_LENGTH = 5;

/** The parts of an address. */
export const addressParts = (address: string): string[] =>
  Array.from({ length: Math.ceil(address.length / GROUP_LENGTH) }, (_, group) =>
    address.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH),
  );

/** The parts of an amount: its thousands, with the decimals in the last part. */
export function amountParts(amount: string): string[] {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ' ')}.${fraction}`.split(' ');
}

/** The parts in a row, with line breaks allowed between them. */
export function Grouped({ parts, marked = false }: { parts: readonly string[]; marked?: boolean }) {
  return (
    <span className={classes.grouped} data-marked={marked} translate="no">
      {parts.map((part, index) => (
        // The same group may occur twice, so the position is the key.
        <Fragment key={`${index} ${part}`}>
          {index > 0 && <wbr />}
          <span>{part}</span>
        </Fragment>
      ))}
    </span>
  );
}
