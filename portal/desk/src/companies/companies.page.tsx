// Companies: all of them, newest first, or search results.
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import type { CompanyRow } from '../../../shared/desk-api.ts';
import { Icon } from '../../../shared/icons.tsx';
import { type Column, List } from '../../../shared/list.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';
import classes from './companies.module.css';
import { kindOfCompany } from './words.ts';

/** Debounce: no request while typing. */
const TYPING_MS = 300;

const LONGEST_SEARCH = 200;

const columns: readonly Column<CompanyRow>[] = [
  { head: t('deskCompanies.name'), cell: ({ name }) => name },
  { head: t('deskCompanies.kind'), cell: ({ kind }) => kindOfCompany(kind), plain: true },
  {
    head: t('deskCompanies.verification'),
    cell: ({ verificationState }) => <Status state={verificationState} />,
    plain: true,
  },
  {
    head: t('deskCompanies.state'),
    cell: ({ suspendedAt }) => <Status state={suspendedAt === null ? 'active' : 'suspended'} />,
    plain: true,
  },
  { head: t('deskCompanies.createdAt'), cell: ({ createdAt }) => <Time at={createdAt} as="day" />, wideOnly: true },
];

/** The list with its search. */
export function Page() {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  return (
    <Sheet title={t('deskCompanies.title')} lead={t('deskCompanies.lead')}>
      <TextInput
        className={classes.search}
        type="search"
        label={t('deskCompanies.search')}
        description={t('deskCompanies.searchHelp')}
        leftSection={<Icon name="search" size={16} />}
        maxLength={LONGEST_SEARCH}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Section title={search === '' ? t('deskCompanies.all') : t('deskCompanies.found')}>
        <List
          label={t('deskCompanies.title')}
          queryKey={['companies', 'list', search]}
          read={(page) => {
            const query = { ...page, ...(search === '' ? {} : { search }) };
            return answer(deskApi.GET('/desk/v1/companies', { params: { query } }));
          }}
          columns={columns}
          rowKey={({ id }) => id}
          linkOf={({ id }) => `/companies/${id}`}
          empty={<None search={search} />}
        />
      </Section>
    </Sheet>
  );
}

function None({ search }: { search: string }) {
  if (search !== '')
    return (
      <Empty icon="search" title={t('deskCompanies.notFound')}>
        {t('deskCompanies.searchHelp')}
      </Empty>
    );
  return (
    <Empty icon="building" title={t('deskCompanies.none')}>
      {t('deskCompanies.noneWhy')}
    </Empty>
  );
}
