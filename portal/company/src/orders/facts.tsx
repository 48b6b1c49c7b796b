// Names and values, one under the other.
import { Fragment, type ReactNode } from 'react';
import classes from './orders.module.css';

/** A value without a name is left out, so that callers can list what may be missing. */
export type Fact = { name: string; value: ReactNode; strong?: boolean };

/** Facts as a list of names with their values. */
export function Facts({ facts }: { facts: readonly (Fact | undefined)[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map((fact) =>
        fact === undefined ? null : (
          <Fragment key={fact.name}>
            <dt data-strong={fact.strong}>{fact.name}</dt>
            <dd data-strong={fact.strong}>{fact.value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
