// The cards of a company, and issuing one.
import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Icon } from '../../../shared/icons.tsx';
import { type Column, List } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Status, stateWord } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useHolders } from '../holders/holder.ts';
import { FilterSelect, oneOf, useFilters } from '../operations/filters.tsx';
import { useMayOrder } from '../orders/may-order.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { type Card, cardStatuses } from './card.ts';
import classes from './cards.module.css';
import { Issue } from './issue.tsx';
import { Masked } from './masked.tsx';

/** The cards, and issuing one. */
export function Page() {
  const may = useMayOrder();
  const [issuing, setIssuing] = useState(false);
  const action = may && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setIssuing(true)}>
      {t('cards.issue')}
    </Button>
  );
  return (
    <Sheet title={t('cards.title')} lead={t('cards.lead')} actions={action}>
      <CardsList action={action} />
      {may && <Issue opened={issuing} onClose={() => setIssuing(false)} />}
    </Sheet>
  );
}

function CardsList({ action }: { action: ReactNode }) {
  const { api, key, path } = useScope();
  const { chosen, choose, clear } = useFilters(['holder', 'status']);
  const holders = useHolders();
  const status = oneOf(cardStatuses, chosen.status);
  const filter = { holderId: chosen.holder, status };
  const filtered = chosen.holder !== undefined || status !== undefined;
  const nameOf = (id: string) => holders.data?.find((holder) => holder.id === id)?.name;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <FilterSelect
          label={t('cards.status')}
          any={t('cards.anyStatus')}
          value={status}
          options={cardStatuses.map((value) => ({ value, label: stateWord(value) }))}
          onChoose={(value) => choose('status', value)}
        />
        <FilterSelect
          label={t('cards.holder')}
          any={t('cards.anyHolder')}
          value={chosen.holder}
          options={(holders.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={(value) => choose('holder', value)}
        />
      </Group>
      <div className="surface">
        <List
          label={t('cards.title')}
          queryKey={key('cards', 'list', filter)}
          read={async (page) => {
            const { data, nextCursor = null } = await answer(
              api.GET('/api/v1/cards', { params: { query: { ...page, ...filter } } }),
            );
            return { data, nextCursor };
          }}
          columns={columnsOf(nameOf)}
          rowKey={({ id }) => id}
          linkOf={({ id }) => path(`cards/${id}`)}
          empty={filtered ? <NoneFit onClear={clear} /> : <None action={action} />}
        />
      </div>
    </Stack>
  );
}

const columnsOf = (nameOf: (holderId: string) => string | undefined): readonly Column<Card>[] => [
  {
    head: t('cards.card'),
    cell: ({ name, last4 }) => (
      <span className={classes.named}>
        <span className={classes.cardName}>{name}</span>
        <span className={classes.number}>
          <Masked last4={last4} />
        </span>
      </span>
    ),
  },
  { head: t('cards.holder'), cell: ({ holderId }) => nameOf(holderId) ?? '–' },
  { head: t('cards.status'), cell: ({ status }) => <Status state={status} /> },
  { head: t('cards.created'), cell: ({ createdAt }) => <Time at={createdAt} as="day" />, wideOnly: true },
  { head: t('cards.balance'), cell: ({ balance }) => <Money amount={balance} />, numeric: true },
];

const None = ({ action }: { action: ReactNode }) => (
  <Empty icon="card" title={t('cards.none')} action={action}>
    {t('cards.noneWhy')} {action === false && t('cards.noneMay')}
  </Empty>
);

const NoneFit = ({ onClear }: { onClear: () => void }) => (
  <Empty
    icon="search"
    title={t('cards.noneFit')}
    action={
      <Button variant="default" mt="xs" onClick={onClear}>
        {t('cards.showAll')}
      </Button>
    }
  >
    {t('cards.noneFitWhy')}
  </Empty>
);
