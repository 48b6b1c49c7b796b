// Chooses one of any number of cardholders: the server searches.
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { searched } from '../../../shared/search-field.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { type Holder, useHolder } from './holder.ts';
import '../words/cards.ts';
import '../words/holders.ts';

/** People type faster than this. */
const PAUSE_MS = 150;

/** As many as anybody reads before typing more. */
const SHOWN = 20;

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: string | undefined;
  onChoose: (id: string | undefined) => void;
  /** Blocked and rejected cardholders get no card. */
  toIssue?: boolean;
};

/** The field. */
export function HolderPicker({ value, onChoose, toIssue = false, ...field }: Props) {
  const { api, key } = useScope();
  const [typed, setTyped] = useState('');
  const [paused] = useDebouncedValue(typed, PAUSE_MS);
  const chosen = useHolder(value).data;
  const search = chosen !== undefined && paused === labelOf(chosen) ? undefined : searched(paused);
  const found = useQuery({
    queryKey: key('holders', 'picked', search),
    queryFn: ({ signal }) =>
      answer(api.GET('/portal/v1/holders', { params: { query: { limit: SHOWN, search } }, signal })),
    placeholderData: keepPreviousData,
  });
  const holders: readonly Holder[] = found.data?.data ?? [];
  const all = chosen === undefined || holders.some(({ id }) => id === chosen.id) ? holders : [chosen, ...holders];
  return (
    <div>
      <Select
        nothingFoundMessage={t('holders.noneFound')}
        {...field}
        searchable
        filter={({ options }) => options}
        searchValue={typed}
        onSearchChange={setTyped}
        data={all.map((holder) => ({
          value: holder.id,
          label: labelOf(holder),
          disabled: toIssue && (holder.status === 'blocked' || holder.status === 'rejected'),
        }))}
        value={value ?? null}
        onChange={(id) => onChoose(id ?? undefined)}
      />
      {found.isError && <ProblemShown error={found.error} again={() => void found.refetch()} />}
    </div>
  );
}

const labelOf = ({ name, email, status }: Holder): string =>
  `${status === 'pending' ? t('cards.holderPending', { name }) : name} · ${email}`;
