// The entries of a statement, oldest first. They arrive together and are shown page by page.

import type { Schemas } from '@cardwright/sdk';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../../shared/icons.tsx';
import { type Column, Rows } from '../../../shared/list.tsx';
import { isZero, Money } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Time } from '../../../shared/time.tsx';
import { hasPage } from '../routes.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import classes from './statements.module.css';

type Entry = Schemas['StatementEntry'];

/** Rows per page: a statement may have ten thousand entries. */
const PAGE_ROWS = 25;

const columns: readonly Column<Entry>[] = [
  { head: t('statements.entry'), cell: (entry) => <What {...entry} /> },
  { head: t('statements.when'), cell: ({ createdAt }) => <Time at={createdAt} as="full" /> },
  { head: t('statements.available'), cell: ({ availableDelta }) => <Change amount={availableDelta} />, numeric: true },
  { head: t('statements.held'), cell: ({ heldDelta }) => <Change amount={heldDelta} />, numeric: true },
  { head: t('statements.amount'), cell: ({ amount }) => <Change amount={amount} />, numeric: true, wideOnly: true },
  { head: t('statements.balance'), cell: ({ balance }) => <Money amount={balance} />, numeric: true },
];

/** A change; zero is dimmed, so that the others stand out. */
function Change({ amount }: { amount: string }) {
  return isZero(amount) ? <span className={classes.still}>–</span> : <Money amount={amount} signed />;
}

/** Description, with a link to the invoice or operation that caused it. */
function What({ kind, description, reference }: Entry) {
  const { path } = useScope();
  const word = t(`statements.kind.${kind}`);
  const adds = description !== '' && description.toLowerCase() !== word.toLowerCase();
  const cause = reference.startsWith('inv_')
    ? { page: 'fund', words: t('statements.openInvoice') }
    : { page: 'operations', words: t('statements.openOperation') };
  const leads = /^(inv|op)_/.test(reference) && hasPage(`${cause.page}/$id`);
  return (
    <div>
      <Text size="sm" fw={550}>
        {word}
      </Text>
      <Text size="xs" c="dimmed">
        {adds && description}
        {adds && leads && ' · '}
        {leads && (
          <Anchor component={Link} to={path(`${cause.page}/${reference}`)} inherit c="inherit">
            {cause.words}
          </Anchor>
        )}
      </Text>
    </div>
  );
}

/** The entries, or an empty state. */
export function Entries({ entries }: { entries: readonly Entry[] }) {
  const { path } = useScope();
  const [page, setPage] = useState(0);
  const first = page * PAGE_ROWS;
  const rows = entries.slice(first, first + PAGE_ROWS);
  if (entries.length === 0)
    return (
      <div className="surface">
        <Empty
          icon="statement"
          title={t('statements.none')}
          action={
            hasPage('fund') && (
              <Button component={Link} to={path('fund')} variant="default" mt="xs">
                {t('statements.fund')}
              </Button>
            )
          }
        >
          {t('statements.noneWhy')}
        </Empty>
      </div>
    );
  return (
    <Section title={t('statements.entries')}>
      <Rows label={t('statements.entries')} rows={rows} columns={columns} rowKey={({ id }) => id} />
      {entries.length > PAGE_ROWS && (
        <Group
          component="nav"
          justify="space-between"
          p="sm"
          aria-label={t('frame.pagesOf', { list: t('statements.entries') })}
        >
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="left" size={14} />}
            disabled={page === 0}
            onClick={() => setPage(page - 1)}
          >
            {t('frame.previous')}
          </Button>
          <Text size="sm" c="dimmed" className="figures" role="status">
            {t('statements.shown', { first: first + 1, last: first + rows.length, count: entries.length })}
          </Text>
          <Button
            variant="default"
            size="xs"
            rightSection={<Icon name="right" size={14} />}
            disabled={first + PAGE_ROWS >= entries.length}
            onClick={() => setPage(page + 1)}
          >
            {t('frame.next')}
          </Button>
        </Group>
      )}
    </Section>
  );
}
