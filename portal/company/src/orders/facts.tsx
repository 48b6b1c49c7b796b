// Names and values in a list.
import { Group } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Copy } from '../../../shared/copy.tsx';
import classes from './orders.module.css';

/** Skipped without a value, so that callers can list optional facts. */
export type Fact = { name: string; value: ReactNode; strong?: boolean };

/** A fact, left out if its text is empty. */
export const stated = (name: string, value: string): Fact | undefined => (value === '' ? undefined : { name, value });

/** A code that people copy, left out if it is empty. */
export const copied = (name: string, text: string): Fact | undefined =>
  text === ''
    ? undefined
    : {
        name,
        value: (
          <Group gap={8} justify="flex-end">
            <span className={classes.code}>{text}</span>
            <Copy text={text} what={name} size="compact-xs" />
          </Group>
        ),
      };

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
