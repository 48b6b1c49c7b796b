// The cardholders of a company, and adding one.
import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Icon } from '../../../shared/icons.tsx';
import { type Column, List } from '../../../shared/list.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Status, stateWord } from '../../../shared/status.tsx';
import { FilterSelect, oneOf, useFilters } from '../operations/filters.tsx';
import { useMayOrder } from '../orders/may-order.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { type Holder, holderKinds, holderStatuses, useHolder } from './holder.ts';
import { HolderDetails } from './holder-details.tsx';
import classes from './holders.module.css';
import { NewHolder, useNewHolder } from './new-holder.tsx';

/** The cardholders, and adding one. */
export function Page() {
  const may = useMayOrder();
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<string>();
  useHolder(added);
  const state = useNewHolder(({ id, name }) => {
    setAdded(id);
    setAdding(false);
    notifications.show({ message: t('holders.added', { name }) });
  });
  const action = may && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {t('holders.add')}
    </Button>
  );
  return (
    <Sheet title={t('holders.title')} lead={t('holders.lead')} actions={action}>
      <HoldersList action={action} />
      <States />
      <Modal opened={adding} onClose={() => setAdding(false)} title={t('holders.new')}>
        <NewHolder state={state} onCancel={() => setAdding(false)} />
      </Modal>
    </Sheet>
  );
}

function HoldersList({ action }: { action: ReactNode }) {
  const { api, key } = useScope();
  const { chosen, choose, clear } = useFilters(['kind', 'status']);
  const [shown, setShown] = useState<Holder>();
  const kind = oneOf(holderKinds, chosen.kind);
  const status = oneOf(holderStatuses, chosen.status);
  const filtered = kind !== undefined || status !== undefined;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <FilterSelect
          label={t('holders.kind')}
          any={t('holders.anyKind')}
          value={kind}
          options={holderKinds.map((value) => ({ value, label: t(`holders.kind.${value}`) }))}
          onChoose={(value) => choose('kind', value)}
        />
        <FilterSelect
          label={t('holders.status')}
          any={t('holders.anyStatus')}
          value={status}
          options={holderStatuses.map((value) => ({ value, label: stateWord(value) }))}
          onChoose={(value) => choose('status', value)}
        />
      </Group>
      <div className="surface">
        <List
          label={t('holders.title')}
          queryKey={key('holders', 'list', { kind, status })}
          read={async (page) => {
            const { data, nextCursor = null } = await answer(
              api.GET('/api/v1/holders', { params: { query: { ...page, kind, status } } }),
            );
            return { data, nextCursor };
          }}
          columns={columnsFor(setShown)}
          rowKey={({ id }) => id}
          empty={filtered ? <NoneFit onClear={clear} /> : <None action={action} />}
        />
      </div>
      <HolderDetails holder={shown} onClose={() => setShown(undefined)} />
    </Stack>
  );
}

const columnsFor = (show: (holder: Holder) => void): readonly Column<Holder>[] => [
  { head: t('holders.name'), cell: ({ name }) => <span className={classes.name}>{name}</span> },
  { head: t('holders.email'), cell: ({ email }) => <span className={classes.email}>{email}</span> },
  { head: t('holders.kind'), cell: ({ kind }) => t(`holders.kind.${kind}`) },
  { head: t('holders.status'), cell: ({ status }) => <Status state={status} /> },
  { head: t('holders.externalId'), cell: ({ externalId }) => externalId || '–', wideOnly: true },
  { head: t('holders.cards'), cell: (holder) => <CardsOf holder={holder} /> },
  {
    head: t('holders.details'),
    actions: true,
    cell: (holder) => (
      <Button variant="default" size="compact-sm" onClick={() => show(holder)}>
        {t('holders.look')}
        <span className="hidden-name"> {holder.name}</span>
      </Button>
    ),
  },
];

function CardsOf({ holder: { id, name } }: { holder: Holder }) {
  const { path } = useScope();
  return (
    <Anchor component={Link} to={path('cards')} search={{ holder: id } as never} size="sm">
      {t('holders.seeCards')}
      <span className="hidden-name"> {t('holders.of', { name })}</span>
    </Anchor>
  );
}

const None = ({ action }: { action: ReactNode }) => (
  <Empty icon="people" title={t('holders.none')} action={action}>
    {t('holders.noneWhy')}
  </Empty>
);

const NoneFit = ({ onClear }: { onClear: () => void }) => (
  <Empty
    icon="search"
    title={t('holders.noneFit')}
    action={
      <Button variant="default" mt="xs" onClick={onClear}>
        {t('holders.showAll')}
      </Button>
    }
  >
    {t('holders.noneFitWhy')}
  </Empty>
);

const States = () => (
  <Section title={t('holders.states')}>
    <dl className={classes.states}>
      {holderStatuses.map((status) => (
        <div key={status}>
          <dt>
            <Status state={status} />
          </dt>
          <dd>
            <Text size="sm" c="dimmed">
              {t(`holders.state.${status}`)}
            </Text>
          </dd>
        </div>
      ))}
    </dl>
  </Section>
);
