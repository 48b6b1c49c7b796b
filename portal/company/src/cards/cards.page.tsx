// The cards of a company, and issuing one.
import { Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAsked } from '../../../shared/asked.ts';
import { type FieldsOf, Filters } from '../../../shared/filters.tsx';
import { Icon } from '../../../shared/icons.tsx';
import { Page as Sheet } from '../../../shared/page.tsx';
import { SearchField, searched } from '../../../shared/search-field.tsx';
import { Segments } from '../../../shared/segments.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { stateWord } from '../../../shared/status.tsx';
import { HolderPicker } from '../holders/holder-picker.tsx';
import { ManyMenu } from '../imports/many-menu.tsx';
import { FilterSelect, oneOf, useFilters } from '../operations/filters.tsx';
import { useMayOrder } from '../orders/may-order.ts';
import { t } from '../words/t.ts';
import { cardStatuses } from './card.ts';
import classes from './cards.module.css';
import { CardsList, cardSorts } from './cards-list.tsx';
import { IssueLater } from './issue-later.tsx';
import { useQuickActions } from './quick-actions.tsx';
import { CardTotal, useCardTotal } from './totals.tsx';
import '../words/cards.ts';

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
    <Sheet
      title={t('cards.title')}
      lead={t('cards.lead')}
      actions={
        <>
          <ManyMenu />
          {action}
        </>
      }
    >
      <Filtered action={action} may={may} />
      {may && <IssueLater opened={issuing} onClose={() => setIssuing(false)} />}
    </Sheet>
  );
}

const views = ['list', 'grid'] as const;

/** The server sorts this many, see `listCardsFound`. */
const MOST_SORTED = 1_000;

function Filtered({ action, may }: { action: ReactNode; may: boolean }) {
  const { ask } = useAsked();
  const { chosen, choose, change } = useFilters(['search', 'holder', 'status', 'sort', 'view']);
  const status = oneOf(cardStatuses, chosen.status);
  const search = searched(chosen.search);
  const sort = oneOf(cardSorts, chosen.sort);
  const quick = useQuickActions();
  const total = useCardTotal(status);
  const narrowed = (chosen.holder ?? search) !== undefined;
  const clear = () => ask({ search: undefined, holder: undefined, status: undefined });
  return (
    <Stack gap="sm">
      <Filters
        names={['status', 'holder']}
        chosen={chosen}
        onChoose={change}
        search={
          <SearchField
            label={t('cards.search')}
            placeholder={t('cards.searchFor')}
            value={chosen.search}
            onSearch={(typed) => choose('search', typed)}
          />
        }
      >
        {(fields) => <Fields {...fields} />}
      </Filters>
      <div className={classes.controls}>
        {total !== undefined && total.cards > 0 && !narrowed ? (
          <CardTotal {...total} />
        ) : (
          <span className={classes.total} />
        )}
        <Arrangement sort={sort} view={chosen.view} choose={choose} />
      </div>
      {sort !== undefined && total !== undefined && total.cards > MOST_SORTED && (
        <Text c="dimmed" size="sm">
          {t('cards.sortedNewest')}
        </Text>
      )}
      {quick.dialogs}
      <div className="surface">
        <CardsList
          label={t('cards.title')}
          filter={{ holderId: chosen.holder, status, search, sort }}
          asTiles={chosen.view === 'grid'}
          menuOf={may ? quick.menuOf : undefined}
          empty={narrowed || status !== undefined ? <NoneFit onClear={clear} /> : <None action={action} />}
        />
      </div>
    </Stack>
  );
}

type ArrangementProps = {
  sort: (typeof cardSorts)[number] | undefined;
  view: string | undefined;
  choose: (name: 'sort' | 'view', value: string) => void;
};

/** The order of the cards, and whether they are rows or tiles. */
function Arrangement({ sort, view, choose }: ArrangementProps) {
  return (
    <>
      <FilterSelect
        label={t('cards.sort')}
        any={t('cards.sort.newest')}
        value={sort}
        options={cardSorts.map((value) => ({ value, label: t(`cards.sort.${value}`) }))}
        onChoose={(value) => choose('sort', value)}
      />
      <Segments
        label={t('cards.view')}
        value={oneOf(views, view) ?? 'list'}
        choices={views.map((value) => ({ value, label: t(`cards.view.${value}`) }))}
        onChoose={(value) => choose('view', value === 'list' ? '' : value)}
      />
    </>
  );
}

function Fields({ chosen, choose, isSheet }: FieldsOf<'status' | 'holder'>) {
  return (
    <>
      <FilterSelect
        label={t('cards.status')}
        isLabelShown={isSheet}
        any={t('cards.anyStatus')}
        value={oneOf(cardStatuses, chosen.status)}
        options={cardStatuses.map((value) => ({ value, label: stateWord(value) }))}
        onChoose={(value) => choose({ status: value || undefined })}
      />
      <HolderPicker
        {...(isSheet ? { label: t('cards.holder') } : { 'aria-label': t('cards.holder') })}
        placeholder={t('cards.anyHolder')}
        clearable
        value={chosen.holder}
        onChoose={(id) => choose({ holder: id })}
      />
    </>
  );
}

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
