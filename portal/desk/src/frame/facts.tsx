// Names and values, small in a list or large for key figures.
import type { CSSProperties, ReactNode } from 'react';
import classes from './facts.module.css';

type Named = { name: string; value: ReactNode };

/** Names on the left, values on the right; skips facts without a value. */
export function Facts({ facts }: { facts: readonly Named[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(({ value }) => value !== null && value !== undefined && value !== '' && value !== false)
        .map(({ name, value }) => (
          <Fact key={name} name={name} value={value} />
        ))}
    </dl>
  );
}

function Fact({ name, value }: Named) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** More would be narrow in one row; they are then split evenly into two rows. */
const MOST_IN_A_ROW = 5;

const columnsOf = (count: number) => (count > MOST_IN_A_ROW ? Math.ceil(count / 2) : count);

/** The key figures, each on its own surface. */
export function Figures({ figures }: { figures: readonly Named[] }) {
  return (
    <dl className={classes.figures} style={{ '--columns': columnsOf(figures.length) } as CSSProperties}>
      {figures.map(({ name, value }) => (
        <div key={name} className={`surface ${classes.figure}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An id with a copy button. */
export function Id({ children }: { children: string }) {
  return <span className={classes.id}>{children}</span>;
}
