// All operations of a company in one environment.
import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FieldsOf, Filters } from '../../../shared/filters.tsx';
import { Page as Sheet } from '../../../shared/page.tsx';
import { SearchField, searched } from '../../../shared/search-field.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { stateWord } from '../../../shared/status.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { FilterSelect, oneOf, useFilters } from './filters.tsx';
import { operationStatuses, operationTypes, typeWords } from './operation.ts';
import { OperationsList } from './operations-list.tsx';
import '../words/operations.ts';

/** The list with its filters. */
export function Page() {
  const { chosen, choose, change, clear } = useFilters(['search', 'type', 'status']);
  const type = oneOf(operationTypes, chosen.type);
  const status = oneOf(operationStatuses, chosen.status);
  const search = searched(chosen.search);
  const find = (
    <SearchField
      label={t('operations.search')}
      placeholder={t('operations.searchFor')}
      value={chosen.search}
      onSearch={(typed) => choose('search', typed)}
    />
  );
  return (
    <Sheet title={t('operations.title')} lead={t('operations.lead')}>
      <Stack gap="sm">
        <Filters names={['type', 'status']} chosen={chosen} onChoose={change} search={find}>
          {(fields) => <Fields {...fields} />}
        </Filters>
        <div className="surface">
          <OperationsList
            label={t('operations.title')}
            filter={{ type, status, search }}
            empty={(type ?? status ?? search) === undefined ? <None /> : <NoneFit onClear={clear} />}
          />
        </div>
      </Stack>
    </Sheet>
  );
}

function Fields({ chosen, choose, isSheet }: FieldsOf<'type' | 'status'>) {
  return (
    <>
      <FilterSelect
        label={t('operations.type')}
        isLabelShown={isSheet}
        any={t('operations.anyType')}
        value={oneOf(operationTypes, chosen.type)}
        options={operationTypes.map((value) => ({ value, label: typeWords(value) }))}
        onChoose={(value) => choose({ type: value || undefined })}
      />
      <FilterSelect
        label={t('operations.status')}
        isLabelShown={isSheet}
        any={t('operations.anyStatus')}
        value={oneOf(operationStatuses, chosen.status)}
        options={operationStatuses.map((value) => ({ value, label: stateWord(value) }))}
        onChoose={(value) => choose({ status: value || undefined })}
      />
    </>
  );
}

function None() {
  const { path } = useScope();
  const action = (
    <Button component={Link} to={path('cards')} variant="default" mt="xs">
      {t('operations.toCards')}
    </Button>
  );
  return (
    <Empty icon="operations" title={t('operations.none')} action={action}>
      {t('operations.noneWhy')}
    </Empty>
  );
}

const NoneFit = ({ onClear }: { onClear: () => void }) => (
  <Empty
    icon="search"
    title={t('operations.noneFit')}
    action={
      <Button variant="default" mt="xs" onClick={onClear}>
        {t('operations.showAll')}
      </Button>
    }
  >
    {t('operations.noneFitWhy')}
  </Empty>
);
