// Facts about one thing: names and values, small in a list or large where they matter most.
import type { CSSProperties, ReactNode } from 'react';
import classes from './facts.module.css';

type Named = { name: string; value: ReactNode };

/** Names on the left, values on the right; what has no value is left out. */
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

/** More of them than this would be narrow in one row; two rows are then as even as they can be. */
const MOST_IN_A_ROW = 5;

const columnsOf = (count: number) => (count > MOST_IN_A_ROW ? Math.ceil(count / 2) : count);

/** The few facts that decide, each on a surface of its own. */
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

/** An id, to be read and copied. */
export function Id({ children }: { children: string }) {
  return <span className={classes.id}>{children}</span>;
}
