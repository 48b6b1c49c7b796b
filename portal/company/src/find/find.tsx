// The search over a company: its pages, what its members may do, and everything that the server finds.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, apiOf } from '../../../shared/client.ts';
import { Finder, type Finding, type FindingGroup } from '../../../shared/find/finder.tsx';
import { fits } from '../../../shared/find/fits.ts';
import type { IconName } from '../../../shared/icons.tsx';
import type { Company, Environment, SearchFound } from '../../../shared/portal-api.ts';
import { stateWord } from '../../../shared/status.tsx';
import { cardWords } from '../cards/card.ts';
import { navigationOf } from '../frame/navigation.ts';
import { type Operation, typeWords } from '../operations/operation.ts';
import { useCompany, useMe } from '../session.ts';
import { useMay } from '../team/may.ts';
import { t } from '../words/t.ts';
import '../words/find.ts';

/** People type faster than this; each pause asks once. */
const PAUSE_MS = 150;

/** The server finds nothing for less. */
const SHORTEST = 2;

type Props = { environment: Environment; onClose: () => void };

/** The search, loaded on first use. */
export function Find({ environment, onClose }: Props) {
  const company = useCompany();
  const me = useMe();
  const [typed, setTyped] = useState('');
  const [paused] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const asked = company.verification === 'approved' && paused.length >= SHORTEST;
  const found = useQuery({
    queryKey: [company.id, environment, 'search', paused],
    queryFn: ({ signal }) =>
      answer(
        apiOf({ company: company.id, environment }).GET('/portal/v1/search', {
          params: { query: { q: paused } },
          signal,
        }),
      ),
    enabled: asked,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const base = `/c/${company.id}/${environment}`;
  const isBusy = typed.trim() !== paused || (asked && (found.isFetching || found.isPlaceholderData));
  const groups: FindingGroup[] = [
    ...(asked && typed.trim().length >= SHORTEST && found.data !== undefined ? foundIn(found.data, base) : []),
    { words: t('find.actions'), items: useActions(company, environment).filter(fits(typed)) },
    {
      words: t('find.pages'),
      items: navigationOf(company, environment, me.data)
        .flatMap(({ items }) => items)
        .filter(fits(typed)),
    },
  ];
  return (
    <Finder label={t('find.label')} typed={typed} onType={setTyped} groups={groups} isBusy={isBusy} onClose={onClose} />
  );
}

/** What this person may do, as the page of each action offers it. The server decides. */
function useActions({ id, role }: Company, environment: Environment): Finding[] {
  const { approved, manageTeam, makeKeys, changeWebhooks } = useMay();
  const { suspended } = useCompany();
  const orders = approved && !suspended && role !== 'viewer' && (role !== 'developer' || environment === 'sandbox');
  const at = (page: string) => `/c/${id}/${environment}/${page}`;
  return [
    ...(orders
      ? [
          { to: at('cards'), words: t('find.issue'), icon: 'card' as const },
          { to: at('holders'), words: t('find.addHolder'), icon: 'people' as const },
          { to: at('fund'), words: t('find.fund'), icon: 'fund' as const },
          { to: at('services'), words: t('find.service'), icon: 'services' as const },
        ]
      : []),
    ...(manageTeam ? [{ to: `/c/${id}/team`, words: t('find.invite'), icon: 'people' as const }] : []),
    ...(makeKeys ? [{ to: at('developers/keys'), words: t('find.createKey'), icon: 'key' as const }] : []),
    ...(changeWebhooks
      ? [{ to: at('developers/webhooks'), words: t('find.createWebhook'), icon: 'webhook' as const }]
      : []),
  ];
}

function foundIn({ named, cards, holders, merchants }: SearchFound, base: string): FindingGroup[] {
  return [
    { words: t('find.byId'), items: named.map((one) => toNamed(one, base)) },
    {
      words: t('find.cards'),
      items: cards.map(({ id, name, last4, holderName, status }) => ({
        to: `${base}/cards/${id}`,
        words: cardWords({ name, last4 }),
        more: t('find.cardOf', { holder: holderName, status: stateWord(status) }),
        icon: 'card',
      })),
    },
    {
      words: t('find.holders'),
      items: holders.map(({ id, name, email }) => ({
        to: `${base}/holders/${id}`,
        words: name,
        more: email,
        icon: 'people',
      })),
    },
    {
      words: t('find.merchants'),
      items: merchants.map(({ name }) => ({
        to: `${base}/transactions`,
        search: { search: name },
        words: name,
        more: t('find.paymentsAt'),
        icon: 'receipt',
      })),
    },
  ];
}

type Named = SearchFound['named'][number];

const icons = {
  operation: 'operations',
  card: 'card',
  holder: 'people',
  invoice: 'fund',
  transaction: 'receipt',
} as const satisfies Record<Named['kind'], IconName>;

/** Leads to the page of an object; a payment opens beside the list. */
function toNamed({ kind, id, label, status }: Named, base: string): Finding {
  const name = kind === 'operation' ? typeWords(label as Operation['type']) : label;
  return {
    to: {
      operation: `${base}/operations/${id}`,
      card: `${base}/cards/${id}`,
      holder: `${base}/holders/${id}`,
      invoice: `${base}/fund/${id}`,
      transaction: `${base}/transactions`,
    }[kind],
    ...(kind === 'transaction' ? { search: { payment: id } } : {}),
    words: [t(`find.kind.${kind}`), name].filter((part) => part !== '').join(': '),
    more: `${stateWord(status)} · ${id}`,
    icon: icons[kind],
  };
}
