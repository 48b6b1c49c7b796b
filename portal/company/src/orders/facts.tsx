// Names and values in a list.
import { Fragment, type ReactNode } from 'react';
import classes from './orders.module.css';

/** Skipped without a value, so that callers can list optional facts. */
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
