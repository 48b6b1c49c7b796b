// The ledger entries behind one row of the activity, oldest first.

import type { Schemas } from '@cardwright/sdk';
import { Text } from '@mantine/core';
import { type Column, Rows } from '../../../shared/list.tsx';
import { isZero, Money } from '../../../shared/money.tsx';
import { Time } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';
import classes from './statements.module.css';
import '../words/statements.ts';

type Entry = Schemas['StatementEntry'];

const columns: readonly Column<Entry>[] = [
  { head: t('statements.entry'), cell: (entry) => <What {...entry} /> },
  { head: t('statements.when'), cell: ({ createdAt }) => <Time at={createdAt} as="full" /> },
  { head: t('statements.available'), cell: ({ availableDelta }) => <Change amount={availableDelta} />, numeric: true },
  { head: t('statements.held'), cell: ({ heldDelta }) => <Change amount={heldDelta} />, numeric: true },
  { head: t('statements.amount'), cell: ({ amount }) => <Change amount={amount} />, numeric: true, wideOnly: true },
  { head: t('statements.balance'), cell: ({ balance }) => <Money amount={balance} />, numeric: true },
];

/** A change; zero is dimmed, so that the others stand out. */
export function Change({ amount }: { amount: string }) {
  return isZero(amount) ? <span className={classes.still}>–</span> : <Money amount={amount} signed />;
}

/** The kind of an entry, and its description if that says more. */
function What({ kind, description }: Entry) {
  const word = t(`statements.kind.${kind}`);
  const adds = description !== '' && description.toLowerCase() !== word.toLowerCase();
  return (
    <div>
      <Text size="sm" fw={550}>
        {word}
      </Text>
      {adds && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
    </div>
  );
}

/** The entries of a row. */
export function Entries({ entries }: { entries: readonly Entry[] }) {
  return <Rows label={t('statements.entries')} rows={entries} columns={columns} rowKey={({ id }) => id} />;
}
