// A long text in groups that can be compared by eye. The gaps are drawn, not written: copied, it has no spaces.
import { Fragment } from 'react';
import classes from './invoice.module.css';

/** An address has 34 characters: six groups of five and one of four. */
const GROUP_LENGTH = 5;

/** The parts of an address. */
export const addressParts = (address: string): string[] =>
  Array.from({ length: Math.ceil(address.length / GROUP_LENGTH) }, (_, group) =>
    address.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH),
  );

/** The parts of an amount: thousands of its whole, the decimals with the last of them. */
export function amountParts(amount: string): string[] {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ' ')}.${fraction}`.split(' ');
}

/** The parts beside each other; a line may break between them. */
export function Grouped({ parts, marked = false }: { parts: readonly string[]; marked?: boolean }) {
  return (
    <span className={classes.grouped} data-marked={marked} translate="no">
      {parts.map((part, index) => (
        // The same group may occur twice in an address; its place alone tells it.
        <Fragment key={`${index} ${part}`}>
          {index > 0 && <wbr />}
          <span>{part}</span>
        </Fragment>
      ))}
    </span>
  );
}
