// All operations of a company in one environment.
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { stateWord } from '../../../shared/status.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { FilterSelect, oneOf, useFilters } from './filters.tsx';
import { operationStatuses, operationTypes, typeWords } from './operation.ts';
import { OperationsList } from './operations-list.tsx';

/** The list with its filters. */
export function Page() {
  const { chosen, choose, clear } = useFilters(['type', 'status']);
  const type = oneOf(operationTypes, chosen.type);
  const status = oneOf(operationStatuses, chosen.status);
  const filters = (
    <Group gap="xs">
      <FilterSelect
        label={t('operations.type')}
        any={t('operations.anyType')}
        value={type}
        options={operationTypes.map((value) => ({ value, label: typeWords(value) }))}
        onChoose={(value) => choose('type', value)}
      />
      <FilterSelect
        label={t('operations.status')}
        any={t('operations.anyStatus')}
        value={status}
        options={operationStatuses.map((value) => ({ value, label: stateWord(value) }))}
        onChoose={(value) => choose('status', value)}
      />
    </Group>
  );
  return (
    <Sheet title={t('operations.title')} lead={t('operations.lead')} actions={filters}>
      <div className="surface">
        <OperationsList
          label={t('operations.title')}
          filter={{ type, status }}
          empty={type === undefined && status === undefined ? <None /> : <NoneFit onClear={clear} />}
        />
      </div>
    </Sheet>
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
