// The API reference: every endpoint of the contract, with its fields and a command to paste.
import { Anchor, List, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { send } from '../../../shared/client.ts';
import { Icon } from '../../../shared/icons.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { problemOf } from '../../../shared/problem.ts';
import { Empty } from '../../../shared/states/empty.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { PageSkeleton } from '../../../shared/states/skeletons.tsx';
import { useScope } from '../session.ts';
import { maybe, t } from '../words/t.ts';
import { type Description, type Endpoint, endpointsOf } from './contract.ts';
import { EndpointShown } from './endpoint.tsx';
import { Snippet } from './snippet.tsx';

async function readDescription(): Promise<Description> {
  const answer = await send(new Request(`${location.origin}/openapi.json`));
  if (!answer.ok) throw await problemOf(answer);
  return (await answer.json()) as Description;
}

/** The reference. */
export function Page() {
  const contract = useQuery({
    queryKey: ['openapi'],
    queryFn: readDescription,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Sheet title={t('reference.title')} lead={t('reference.lead')}>
      {contract.isPending && <PageSkeleton />}
      {contract.isError && <ProblemShown error={contract.error} again={() => void contract.refetch()} />}
      {contract.data !== undefined && (
        <Stack gap="lg">
          <Before server={contract.data.servers?.[0]?.url ?? ''} />
          <Endpoints description={contract.data} />
        </Stack>
      )}
    </Sheet>
  );
}

/** Keys belong to the API's own address, which differs from this site's. */
function Before({ server }: { server: string }) {
  const { environment } = useScope();
  const isApi = /^https?:/.test(server) && server !== location.origin;
  const address = isApi ? server : `https://… # ${t('reference.addressHere')}`;
  return (
    <Section title={t('reference.before')}>
      <Stack gap="sm" px="lg" pb="lg">
        <Text size="sm" c="dimmed" maw={680}>
          {t('reference.beforeWhy')}
        </Text>
        <Snippet name={t('reference.settings')} text={`export API=${address}\nexport KEY=cw_${environment}_…`} />
        <List size="sm" spacing={6}>
          <List.Item>{t('reference.ruleMoney')}</List.Item>
          <List.Item>{t('reference.ruleKey')}</List.Item>
          <List.Item>{t('reference.ruleErrors')}</List.Item>
          <List.Item>{t('reference.ruleLists')}</List.Item>
        </List>
        <Text size="sm">
          <Anchor href="/openapi.json" download="cardwright-openapi.json">
            {t('reference.contract')}
          </Anchor>
        </Text>
      </Stack>
    </Section>
  );
}

function Endpoints({ description }: { description: Description }) {
  const [sought, setSought] = useState('');
  const all = useMemo(() => endpointsOf(description), [description]);
  const words = sought.trim().toLowerCase();
  const found = all.filter(({ path, method, summary }) => `${method} ${path} ${summary}`.toLowerCase().includes(words));
  return (
    <>
      <TextInput
        type="search"
        label={t('reference.search')}
        description={t('reference.searchHelp')}
        leftSection={<Icon name="search" size={16} />}
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
      />
      <span className="hidden-name" role="status">
        {t('reference.found', { count: found.length })}
      </span>
      {found.length === 0 && (
        <div className="surface">
          <Empty icon="search" title={t('reference.none')}>
            {t('reference.noneWhy')}
          </Empty>
        </div>
      )}
      {[...byGroup(found)].map(([group, endpoints]) => (
        <Section key={group} title={maybe(`reference.group.${group}`) ?? group}>
          {endpoints.map((endpoint) => (
            <EndpointShown key={endpoint.id} endpoint={endpoint} />
          ))}
        </Section>
      ))}
    </>
  );
}

/** In the order that a new user needs; groups not listed come last. */
const order = [
  'capabilities',
  'balance',
  'card-account',
  'products',
  'holders',
  'operations',
  'cards',
  'transactions',
  'account-statements',
  'events',
  'webhook-endpoints',
  'idempotency-keys',
  'sandbox',
];

function byGroup(endpoints: readonly Endpoint[]): Map<string, Endpoint[]> {
  const groups = new Map<string, Endpoint[]>();
  const place = (group: string) => (order.includes(group) ? order.indexOf(group) : order.length);
  for (const endpoint of endpoints.toSorted((one, other) => place(one.group) - place(other.group)))
    groups.set(endpoint.group, [...(groups.get(endpoint.group) ?? []), endpoint]);
  return groups;
}
