// The cardholders of a company, and adding one.
import { Button, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { type FieldsOf, Filters } from '../../../shared/filters.tsx';
import { Icon } from '../../../shared/icons.tsx';
import { type Column, List } from '../../../shared/list.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { SearchField, searched } from '../../../shared/search-field.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Status, stateWord } from '../../../shared/status.tsx';
import { toast } from '../../../shared/toast.tsx';
import { FilterSelect, oneOf, useFilters } from '../operations/filters.tsx';
import { useMayOrder } from '../orders/may-order.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { type Holder, holderKinds, holderStatuses, useHolder } from './holder.ts';
import classes from './holders.module.css';
import { NewHolder, useNewHolder } from './new-holder.tsx';
import '../words/holders.ts';

/** The cardholders, and adding one. */
export function Page() {
  const may = useMayOrder();
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<string>();
  useHolder(added);
  const state = useNewHolder(({ id, name }) => {
    setAdded(id);
    setAdding(false);
    toast(t('holders.added', { name }));
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
  const { api, key, path } = useScope();
  const { chosen, choose, change, clear } = useFilters(['search', 'kind', 'status']);
  const kind = oneOf(holderKinds, chosen.kind);
  const status = oneOf(holderStatuses, chosen.status);
  const search = searched(chosen.search);
  const filtered = (kind ?? status ?? search) !== undefined;
  return (
    <Stack gap="sm">
      <Filters
        names={['kind', 'status']}
        chosen={chosen}
        onChoose={change}
        search={
          <SearchField
            label={t('holders.search')}
            placeholder={t('holders.searchFor')}
            value={chosen.search}
            onSearch={(typed) => choose('search', typed)}
          />
        }
      >
        {(fields) => <Fields {...fields} />}
      </Filters>
      <div className="surface">
        <List
          label={t('holders.title')}
          queryKey={key('holders', 'list', { kind, status, search })}
          read={(page) =>
            answer(api.GET('/portal/v1/holders', { params: { query: { ...page, kind, status, search } } }))
          }
          columns={columns}
          rowKey={({ id }) => id}
          linkOf={({ id }) => path(`holders/${id}`)}
          empty={filtered ? <NoneFit onClear={clear} /> : <None action={action} />}
        />
      </div>
    </Stack>
  );
}

function Fields({ chosen, choose, isSheet }: FieldsOf<'kind' | 'status'>) {
  return (
    <>
      <FilterSelect
        label={t('holders.kind')}
        isLabelShown={isSheet}
        any={t('holders.anyKind')}
        value={oneOf(holderKinds, chosen.kind)}
        options={holderKinds.map((value) => ({ value, label: t(`holders.kind.${value}`) }))}
        onChoose={(value) => choose({ kind: value || undefined })}
      />
      <FilterSelect
        label={t('holders.status')}
        isLabelShown={isSheet}
        any={t('holders.anyStatus')}
        value={oneOf(holderStatuses, chosen.status)}
        options={holderStatuses.map((value) => ({ value, label: stateWord(value) }))}
        onChoose={(value) => choose({ status: value || undefined })}
      />
    </>
  );
}

const columns: readonly Column<Holder>[] = [
  { head: t('holders.name'), cell: ({ name }) => name },
  { head: t('holders.email'), cell: ({ email }) => <span className={classes.email}>{email}</span>, plain: true },
  { head: t('holders.kind'), cell: ({ kind }) => t(`holders.kind.${kind}`), wideOnly: true },
  { head: t('holders.status'), cell: ({ status }) => <Status state={status} />, plain: true },
  { head: t('holders.externalId'), cell: ({ externalId }) => externalId || '–', wideOnly: true },
];

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
