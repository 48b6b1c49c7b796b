// The webhook endpoints of a company in one environment.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Icon } from '../../../shared/icons.tsx';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { SectionSkeleton } from '../../../shared/states/skeletons.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useScope } from '../session.ts';
import { useMay } from '../team/may.ts';
import { NotYours, OpensLater } from '../verification/opens-later.tsx';
import { t } from '../words/t.ts';
import { CreateEndpoint } from './create-endpoint.tsx';
import { type Endpoint, eventTypes } from './endpoint.ts';
import classes from './webhooks.module.css';
import '../words/webhooks.ts';

/** The endpoints. Readers of events see them; owners and developers change them. */
export function Page() {
  const may = useMay();
  const [creating, setCreating] = useState(false);
  const create = may.changeWebhooks && may.readEvents && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      {t('webhooks.create')}
    </Button>
  );
  return (
    <Sheet title={t('webhooks.title')} lead={t('webhooks.lead')} actions={create}>
      {!may.approved && <OpensLater icon="webhook">{t('webhooks.later')}</OpensLater>}
      {may.approved && !may.readEvents && <NotYours icon="webhook">{t('webhooks.notYours')}</NotYours>}
      {may.approved && may.readEvents && (
        <Endpoints onCreate={may.changeWebhooks ? () => setCreating(true) : undefined} />
      )}
      <CreateEndpoint opened={creating} onClose={() => setCreating(false)} />
    </Sheet>
  );
}

/** The subscribed types, in short. */
const listensTo = ({ events }: Endpoint) =>
  events.includes('*')
    ? t('webhooks.everyEvent')
    : t('webhooks.countEvents', { count: events.length, all: eventTypes.length });

const columns: readonly Column<Endpoint>[] = [
  {
    head: t('webhooks.url'),
    cell: ({ url, description }) => (
      <span className={classes.url}>
        {url}
        {description !== '' && (
          <Text component="span" size="xs" c="dimmed" display="block">
            {description}
          </Text>
        )}
      </span>
    ),
  },
  {
    head: t('webhooks.status'),
    plain: true,
    cell: ({ status, failing }) => <Status state={status === 'enabled' && failing ? 'retrying' : status} />,
  },
  { head: t('webhooks.listens'), cell: (endpoint) => listensTo(endpoint), plain: true },
  { head: t('webhooks.made'), cell: ({ createdAt }) => <Time at={createdAt} as="day" />, wideOnly: true },
];

function Endpoints({ onCreate }: { onCreate: (() => void) | undefined }) {
  const { api, key, path } = useScope();
  const endpoints = useQuery({
    queryKey: key('webhooks'),
    queryFn: () => answer(api.GET('/api/v1/webhook-endpoints')),
  });
  if (endpoints.isPending) return <SectionSkeleton rows={3} />;
  if (endpoints.isError) return <ProblemShown error={endpoints.error} again={() => void endpoints.refetch()} />;
  const { data } = endpoints.data;
  const first = onCreate && (
    <Button mt="sm" onClick={onCreate}>
      {t('webhooks.create')}
    </Button>
  );
  return (
    <Section title={t('webhooks.endpoints')}>
      {data.length === 0 ? (
        <Empty icon="webhook" title={t('webhooks.empty')} action={first}>
          {t('webhooks.emptyWhy')}
        </Empty>
      ) : (
        <Rows
          label={t('webhooks.endpoints')}
          rows={data}
          columns={columns}
          rowKey={({ id }) => id}
          linkOf={({ id }) => path(`developers/webhooks/${id}`)}
        />
      )}
    </Section>
  );
}
