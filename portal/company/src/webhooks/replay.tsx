// Replay the events of a time range: first count them, then send exactly that number.
import { Modal, SimpleGrid, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Notice } from '../../../shared/states/problem.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { Endpoint } from './endpoint.ts';

type Range = { from: string; to: string };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

/** The format of a datetime-local field: the viewer's zone, to the minute. */
function fieldText(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Includes the current minute: after a repair, people want the failures of just before. */
const lastDay = (): Range => ({
  from: fieldText(new Date(Date.now() - DAY_MS)),
  to: fieldText(new Date(Date.now() + MINUTE_MS)),
});

const isRange = ({ from, to }: Range) => from !== '' && to !== '' && from < to;

type Props = { endpoint: Endpoint; opened: boolean; onClose: () => void };

/** The dialog of a replay. */
export function Replay({ endpoint: { id }, opened, onClose }: Props) {
  const { api, key, environment } = useScope();
  const [range, setRange] = useState(lastDay);
  const ask = (count?: number) =>
    answer(
      api.POST('/api/v1/webhook-endpoints/{id}/replay', {
        params: { path: { id } },
        body: {
          from: new Date(range.from).toISOString(),
          to: new Date(range.to).toISOString(),
          ...(count === undefined ? {} : { count }),
        },
      }),
    );
  const counted = useWrite({ reads: true, write: () => ask() });
  const replay = useWrite({
    write: (count: number) => ask(count),
    changes: [key('webhooks')],
    onDone: ({ count }) => {
      notifications.show({ message: t('webhooks.replayDone', { count }) });
      close();
    },
  });
  const close = () => {
    counted.reset();
    replay.reset();
    setRange(lastDay());
    onClose();
  };
  const change = (part: Partial<Range>) => {
    counted.reset();
    replay.reset();
    setRange((before) => ({ ...before, ...part }));
  };
  const count = counted.data?.count;
  const isReady = count !== undefined && count > 0;
  return (
    <Modal opened={opened} onClose={close} title={t('webhooks.replay')}>
      <Form
        submit={isReady ? t('webhooks.replayAction', { count }) : t('webhooks.count')}
        pending={counted.isPending || replay.isPending}
        error={counted.error ?? replay.error}
        onCancel={close}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) replay.mutate(count);
          else if (isRange(range)) counted.mutate();
        }}
      >
        <span>
          <EnvironmentBadge environment={environment} />
        </span>
        <Text size="sm">{t('webhooks.replayWhy')}</Text>
        <RangeFields range={range} onChange={change} />
        {count !== undefined && <Notice>{countWords(count)}</Notice>}
      </Form>
    </Modal>
  );
}

function RangeFields({ range, onChange }: { range: Range; onChange: (part: Partial<Range>) => void }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        type="datetime-local"
        label={t('webhooks.from')}
        description={t('webhooks.zone')}
        value={range.from}
        error={isRange(range) ? undefined : t('webhooks.rangeInvalid')}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={t('webhooks.to')}
        description={t('webhooks.zone')}
        value={range.to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}

function countWords(count: number): string {
  if (count === 0) return t('webhooks.countedNone');
  return count === 1 ? t('webhooks.countedOne') : t('webhooks.counted', { count });
}
