// The confirmation of an order, with environment and total.
import { Anchor, Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Confirm } from '../../../shared/confirm.tsx';
import { Money, moneyText } from '../../../shared/money.tsx';
import { Problem } from '../../../shared/problem.ts';
import { Notice } from '../../../shared/states/problem.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { Facts } from './facts.tsx';
import type { Ordering } from './ordering.ts';
import type { Preview } from './price.ts';
import '../words/operations.ts';

type Props = {
  ordering: Ordering;
  title: string;
  /** What will happen, in a sentence. */
  told: ReactNode;
  action: string;
  /** The latest price; its fee is shown only if it belongs to the confirmed total. */
  price: Preview | undefined;
};

/** Asks before money moves. Reports a changed price, or an earlier order under the same key, first. */
export function ConfirmOrder({ ordering, title, told, action, price }: Props) {
  const { environment } = useScope();
  const { wanted, before } = ordering;
  const earlier = earlierOf(ordering.error);
  return (
    <Confirm
      opened={ordering.confirming}
      onClose={ordering.cancel}
      title={title}
      environment={environment}
      total={wanted?.expectedTotal}
      action={action}
      onConfirm={ordering.confirm}
      pending={ordering.pending}
      error={earlier === undefined ? ordering.error : null}
    >
      <Stack gap="md">
        {earlier !== undefined && <Earlier id={earlier} onStartOver={ordering.startOver} />}
        {before !== undefined && wanted !== undefined && (
          <div role="alert">
            <Notice kind="warning" title={t('operations.priceChanged')}>
              {t('operations.priceChangedWhy', {
                before: `$${moneyText(before)}`,
                now: `$${moneyText(wanted.expectedTotal)}`,
              })}
            </Notice>
          </div>
        )}
        <span>{told}</span>
        {price !== undefined && price.total === wanted?.expectedTotal && (
          <Facts
            facts={[
              { name: t('operations.amount'), value: <Money amount={price.amount} /> },
              { name: t('operations.fee'), value: <Money amount={price.fee} /> },
            ]}
          />
        )}
      </Stack>
    </Confirm>
  );
}

/** The operation of an earlier attempt, if the server names one. */
const earlierOf = (error: Error | null): string | undefined =>
  error instanceof Problem && error.code === 'idempotency_conflict' ? error.resourceId : undefined;

function Earlier({ id, onStartOver }: { id: string; onStartOver: () => void }) {
  const { path } = useScope();
  return (
    <div role="alert">
      <Notice kind="warning" title={t('operations.earlier')}>
        {t('operations.earlierWhy')}
        <Group gap="md" mt="xs">
          <Anchor component={Link} to={path(`operations/${id}`)} size="sm" c="inherit">
            {t('operations.seeEarlier')}
          </Anchor>
          <Button size="compact-sm" variant="default" onClick={onStartOver}>
            {t('operations.beginAgain')}
          </Button>
        </Group>
      </Notice>
    </div>
  );
}
