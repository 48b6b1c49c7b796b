// Deliveries of an endpoint, by status, newest first.
import { Button, Group, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Icon } from '../../../shared/icons.tsx';
import { type Column, List } from '../../../shared/list.tsx';
import { Section } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Status, stateWord } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { DeliveryShown } from './delivery.tsx';
import type { Delivery, Endpoint } from './endpoint.ts';
import '../words/webhooks.ts';

const states = ['pending', 'delivered', 'failed', 'canceled'] as const satisfies readonly Delivery['status'][];
const choices = [
  { value: '', label: t('webhooks.all') },
  ...states.map((state) => ({ value: state, label: stateWord(state) })),
];

/** The response of the last attempt, in short. */
function lastAnswer({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return t('webhooks.notYet');
  return last.status === null ? t('webhooks.noAnswer') : String(last.status);
}

/** The columns; the last opens a delivery. */
const columnsOf = (open: (delivery: Delivery) => void): readonly Column<Delivery>[] => [
  { head: t('webhooks.event'), cell: ({ eventType }) => eventType },
  { head: t('webhooks.status'), cell: ({ status }) => <Status state={status} />, plain: true },
  { head: t('webhooks.attempts'), cell: ({ attempts }) => attempts.length, numeric: true, wideOnly: true },
  { head: t('webhooks.lastAnswer'), cell: lastAnswer },
  { head: t('webhooks.when'), cell: ({ createdAt }) => <Time at={createdAt} />, plain: true },
  {
    head: t('webhooks.actions'),
    actions: true,
    cell: (delivery) => (
      <Button variant="default" size="compact-sm" onClick={() => open(delivery)}>
        {t('webhooks.look')}
        <span className="hidden-name"> {delivery.eventType}</span>
      </Button>
    ),
  },
];

/** The deliveries of an endpoint; each opens with its attempts. */
export function Deliveries({ endpoint: { id } }: { endpoint: Endpoint }) {
  const { api, key } = useScope();
  const queries = useQueryClient();
  const [state, setState] = useState<Delivery['status']>();
  const [shown, setShown] = useState<Delivery>();
  const columns = columnsOf(setShown);
  const filter = (
    <Group gap="xs">
      <Select
        aria-label={t('webhooks.filter')}
        size="xs"
        w={130}
        data={choices}
        value={state ?? ''}
        allowDeselect={false}
        onChange={(value) => setState(states.find((one) => one === value))}
      />
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="refresh" size={14} />}
        onClick={() => void queries.invalidateQueries({ queryKey: key('webhooks', id) })}
      >
        {t('webhooks.refresh')}
      </Button>
    </Group>
  );
  return (
    <Section title={t('webhooks.deliveries')} actions={filter}>
      <List
        label={t('webhooks.deliveries')}
        queryKey={key('webhooks', id, 'deliveries', state)}
        read={(page) =>
          answer(
            api.GET('/api/v1/webhook-endpoints/{id}/deliveries', {
              params: { path: { id }, query: { ...page, ...(state === undefined ? {} : { status: state }) } },
            }),
          )
        }
        columns={columns}
        rowKey={({ id: delivery }) => delivery}
        empty={
          state === undefined ? (
            <Empty icon="webhook" title={t('webhooks.noDeliveries')}>
              {t('webhooks.noDeliveriesWhy')}
            </Empty>
          ) : (
            <Empty icon="search" title={t('webhooks.noneOfState')}>
              {t('webhooks.noneOfStateWhy')}
            </Empty>
          )
        }
      />
      <DeliveryShown delivery={shown} onClose={() => setShown(undefined)} />
    </Section>
  );
}
