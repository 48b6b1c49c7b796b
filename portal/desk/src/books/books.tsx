// A company's latest operations, cards and invoices in one environment.
import { Group, Title } from '@mantine/core';
import { useState } from 'react';
import { Segments } from '../../../shared/segments.tsx';
import { stateWord } from '../../../shared/status.tsx';
import { t } from '../words/t.ts';
import type { Book } from './book.ts';
import { Cards } from './cards.tsx';
import { Invoices } from './invoices.tsx';
import { Operations } from './operations.tsx';

/** The page has more below: each list shows its latest rows and pages from there. */
const LATEST = 5;

const environments = ['live', 'sandbox'] as const;

/** Live first: its money is real. */
export function Books({ company }: { company: string }) {
  const [environment, setEnvironment] = useState<Book['environment']>('live');
  const book = { company, environment, pageRows: LATEST };
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h4">
          {t('deskBooks.title')}
        </Title>
        <Segments
          label={t('deskBooks.environment')}
          value={environment}
          choices={environments.map((value) => ({ value, label: stateWord(value) }))}
          onChoose={setEnvironment}
        />
      </Group>
      <Operations {...book} />
      <Cards {...book} />
      <Invoices {...book} />
    </>
  );
}
