// The search of the desk: its pages, companies by name or id, and every other object by its id.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import type { CompanyRow, FoundById } from '../../../shared/desk-api.ts';
import { Finder, type Finding, type FindingGroup } from '../../../shared/find/finder.tsx';
import { fits } from '../../../shared/find/fits.ts';
import type { IconName } from '../../../shared/icons.tsx';
import { stateWord } from '../../../shared/status.tsx';
import { foundWords } from '../books/words.ts';
import { navigation } from '../frame/navigation.ts';
import { t } from '../words/t.ts';
import { addressOf } from './addresses.ts';

/** People type faster than this; each pause asks once. */
const PAUSE_MS = 150;

/** One letter would match too many. */
const SHORTEST = 2;

/** As many as fit below the field; the page of companies lists all. */
const SHOWN = 8;

/** The form of every id, with or without spaces around it. */
const anyId = /^[a-z]+_[0-9a-z]{26}$/;

/** The search, loaded on first use. */
export function Find({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [paused] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const asked = paused.length >= SHORTEST;
  const found = useQuery({
    queryKey: ['companies', 'found', paused],
    queryFn: ({ signal }) => (anyId.test(paused) ? readById(paused, signal) : readByName(paused, signal)),
    enabled: asked,
    placeholderData: keepPreviousData,
  });
  const items = asked && typed.trim().length >= SHORTEST ? found.data : undefined;
  const groups: FindingGroup[] = [
    { words: t('deskFrame.foundById'), items: items?.byId ?? [] },
    { words: t('deskFrame.companies'), items: items?.companies ?? [] },
    { words: t('deskFrame.pages'), items: navigation.flatMap(({ items }) => items).filter(fits(typed)) },
  ];
  const isBusy = typed.trim() !== paused || (asked && found.isFetching);
  return (
    <Finder
      label={t('deskFrame.findLabel')}
      typed={typed}
      onType={setTyped}
      groups={groups}
      isBusy={isBusy}
      onClose={onClose}
    />
  );
}

type Findings = { byId: Finding[]; companies: Finding[] };

async function readByName(search: string, signal: AbortSignal): Promise<Findings> {
  const query = { search, limit: SHOWN };
  const { data } = await answer(deskApi.GET('/desk/v1/companies', { params: { query }, signal }));
  return { byId: [], companies: data.map(toCompany) };
}

async function readById(id: string, signal: AbortSignal): Promise<Findings> {
  const { data } = await answer(deskApi.GET('/desk/v1/found', { params: { query: { ids: id } }, signal }));
  return { byId: data.map(toFinding), companies: [] };
}

const toCompany = ({ id, name, verificationState }: CompanyRow): Finding => ({
  to: `/companies/${id}`,
  words: name,
  more: `${stateWord(verificationState)} · ${id}`,
  icon: 'building',
});

const icons = {
  company: 'building',
  operator: 'people',
  product: 'services',
  operation: 'operations',
  invoice: 'fund',
  card: 'card',
  holder: 'people',
  case: 'eye',
  proposal: 'people',
} as const satisfies Record<FoundById['kind'], IconName>;

/** Leads to the page that shows it. */
function toFinding(found: FoundById): Finding {
  const { kind, id, status, company, environment } = found;
  const place = environment === null ? '' : stateWord(environment);
  const more = [status === '' ? '' : stateWord(status), company?.name ?? id, place];
  return {
    to: addressOf(found),
    words: foundWords(found),
    more: more.filter((part) => part !== '').join(' · '),
    icon: icons[kind],
  };
}
