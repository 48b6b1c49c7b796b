// The audit log: operator, action and subject, newest first, and the check of its chain.
import { Anchor, Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import type { AuditEntry } from '../../../shared/desk-api.ts';
import { Filters } from '../../../shared/filters.tsx';
import { type Column, List } from '../../../shared/list.tsx';
import { askedFor } from '../../../shared/next.ts';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { Data } from '../frame/data.tsx';
import { Named } from '../frame/named.tsx';
import { t } from '../words/t.ts';
import classes from './audit.module.css';
import { ChainCheck } from './chain-check.tsx';

type Filter = { companyId: string; operatorId: string; action: string };

const NO_FILTER: Filter = { companyId: '', operatorId: '', action: '' };

/** Debounce: no request while typing. */
const TYPING_MS = 300;

/** The log with its filters. */
export function Page() {
  const [filter, setFilter] = useState<Filter>(() => ({ ...NO_FILTER, companyId: askedFor('company') }));
  const [settled] = useDebouncedValue(filter, TYPING_MS);
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <Sheet title={t('deskAudit.title')} lead={t('deskAudit.lead')}>
      <ChainCheck />
      <AuditFilters filter={filter} onChange={setFilter} />
      <Section
        title={isFiltered ? t('deskAudit.filtered') : t('deskAudit.all')}
        actions={
          isFiltered && (
            <Button variant="default" size="xs" onClick={() => setFilter(NO_FILTER)}>
              {t('deskAudit.clear')}
            </Button>
          )
        }
      >
        <List
          label={t('deskAudit.title')}
          queryKey={['audit', settled]}
          read={(page) => readEntries(settled, page)}
          columns={columnsFor((action) => setFilter({ ...filter, action }))}
          rowKey={({ sequence }) => String(sequence)}
          empty={
            <Empty icon="events" title={t('deskAudit.none')}>
              {t('deskAudit.noneWhy')}
            </Empty>
          }
        />
      </Section>
    </Sheet>
  );
}

/** Sends only the filters that are set; pages go by the number of the last entry. */
async function readEntries(filter: Filter, { limit, cursor }: { limit: number; cursor?: string }) {
  const set = Object.entries(filter).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]]));
  const query = { limit, ...(cursor === undefined ? {} : { before: Number(cursor) }), ...Object.fromEntries(set) };
  const { data, nextBefore } = await answer(deskApi.GET('/desk/v1/audit', { params: { query } }));
  return { data, nextCursor: nextBefore === null ? null : String(nextBefore) };
}

function AuditFilters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const operators = useQuery({ queryKey: ['operators'], queryFn: () => answer(deskApi.GET('/desk/v1/operators')) });
  const options = (operators.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Filters
      names={['operatorId', 'action', 'companyId']}
      chosen={filter}
      onChoose={(changed) => onChange({ ...filter, ...emptied(changed) })}
      className={classes.filters}
    >
      {({ chosen, choose }) => (
        <>
          <NativeSelect
            label={t('deskAudit.operator')}
            data={[{ value: '', label: t('deskAudit.everybody') }, ...options]}
            value={chosen.operatorId ?? ''}
            onChange={(event) => choose({ operatorId: event.currentTarget.value })}
          />
          <TextInput
            label={t('deskAudit.action')}
            placeholder="review.approve"
            autoComplete="off"
            spellCheck={false}
            value={chosen.action ?? ''}
            onChange={(event) => choose({ action: event.currentTarget.value })}
          />
          <TextInput
            label={t('deskAudit.companyId')}
            placeholder="com_…"
            autoComplete="off"
            spellCheck={false}
            value={chosen.companyId ?? ''}
            onChange={(event) => choose({ companyId: event.currentTarget.value })}
          />
        </>
      )}
    </Filters>
  );
}

/** A removed filter is an empty text. */
const emptied = (changed: Partial<Record<keyof Filter, string | undefined>>): Partial<Filter> =>
  Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value ?? '']));

/** Who acted; always somebody. */
function actorWords({ kind, name }: AuditEntry['actor']): string {
  if (name === null) return t(`deskAudit.${kind}`);
  if (kind === 'operator') return name;
  return t(kind === 'key' ? 'deskAudit.keyNamed' : 'deskAudit.memberNamed', { name });
}

const columnsFor = (choose: (action: string) => void): readonly Column<AuditEntry>[] => [
  {
    head: t('deskAudit.at'),
    cell: ({ at, sequence }) => (
      <div className={classes.lines}>
        <Time at={at} as="full" />
        <Text size="xs" c="dimmed" className="figures">
          {t('deskAudit.number', { number: sequence })}
        </Text>
      </div>
    ),
  },
  {
    head: t('deskAudit.action'),
    plain: true,
    cell: ({ action, actor }) => (
      <div className={classes.lines}>
        <Anchor component="button" type="button" size="sm" onClick={() => choose(action)}>
          {action}
          <span className="hidden-name"> {t('deskAudit.onlyThis')}</span>
        </Anchor>
        <Text size="xs" c="dimmed">
          {t('deskAudit.by', { name: actorWords(actor) })}
        </Text>
      </div>
    ),
  },
  {
    head: t('deskAudit.subject'),
    plain: true,
    cell: ({ subject, subjectName, company, environment }) => (
      <div className={classes.lines}>
        {subject !== '' && (subjectName ?? <Named id={subject} />)}
        {company !== null && company !== subject && <Named id={company} />}
        {environment !== null && <EnvironmentBadge environment={environment} />}
      </div>
    ),
  },
  {
    head: t('deskAudit.details'),
    plain: true,
    cell: ({ details }) => <Data data={details} />,
  },
];
