// Chooses one of any number of cards: the server searches.
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { searched } from '../../../shared/search-field.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { useScope } from '../session.ts';
import { type Card, cardWords, useCard } from './card.ts';

/** People type faster than this. */
const PAUSE_MS = 150;

/** As many as anybody reads before typing more. */
const SHOWN = 20;

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: string | undefined;
  onChoose: (id: string | undefined) => void;
};

/** The field. */
export function CardPicker({ value, onChoose, ...field }: Props) {
  const { api, key } = useScope();
  const [typed, setTyped] = useState('');
  const [paused] = useDebouncedValue(typed, PAUSE_MS);
  const chosen = useCard(value).data;
  const search = chosen !== undefined && paused === cardWords(chosen) ? undefined : searched(paused);
  const found = useQuery({
    queryKey: key('cards', 'picked', search),
    queryFn: ({ signal }) =>
      answer(api.GET('/portal/v1/cards', { params: { query: { limit: SHOWN, search } }, signal })),
    placeholderData: keepPreviousData,
  });
  const cards: readonly Card[] = found.data?.data ?? [];
  const all = chosen === undefined || cards.some(({ id }) => id === chosen.id) ? cards : [chosen, ...cards];
  return (
    <div>
      <Select
        {...field}
        searchable
        filter={({ options }) => options}
        searchValue={typed}
        onSearchChange={setTyped}
        data={all.map((card) => ({ value: card.id, label: cardWords(card) }))}
        value={value ?? null}
        onChange={(id) => onChoose(id ?? undefined)}
      />
      {found.isError && <ProblemShown error={found.error} again={() => void found.refetch()} />}
    </div>
  );
}
