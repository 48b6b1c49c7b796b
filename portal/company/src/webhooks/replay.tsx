// Replay the events of a time range: first count them, then send exactly that number.
import { Modal, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Notice } from '../../../shared/states/problem.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { toast } from '../../../shared/toast.tsx';
import { useAheadMs } from '../company-time.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { Endpoint } from './endpoint.ts';
import '../words/webhooks.ts';

type Range = { from: string; to: string };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

/** The format of a datetime-local field: the viewer's zone, to the minute. */
function fieldText(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/**
 * The last day of the company's time, in which events are dated. It includes the current minute: after a repair, people
 * want the failures of just before.
 */
const lastDay = (aheadMs: number): Range => ({
  from: fieldText(new Date(Date.now() + aheadMs - DAY_MS)),
  to: fieldText(new Date(Date.now() + aheadMs + MINUTE_MS)),
});

const isRange = ({ from, to }: Range) => from !== '' && to !== '' && from < to;

type Props = { endpoint: Endpoint; opened: boolean; onClose: () => void };

/** The dialog of a replay. */
export function Replay({ endpoint: { id }, opened, onClose }: Props) {
  const { api, key, environment } = useScope();
  const aheadMs = useAheadMs() ?? 0;
  const [chosen, setChosen] = useState<Range>();
  const range = chosen ?? lastDay(aheadMs);
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
      toast(t('webhooks.replayDone', { count }));
      close();
    },
  });
  const close = () => {
    counted.reset();
    replay.reset();
    setChosen(undefined);
    onClose();
  };
  const change = (part: Partial<Range>) => {
    counted.reset();
    replay.reset();
    setChosen({ ...range, ...part });
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
          else if (isRange(range)) {
            setChosen(range); // the replay sends exactly the range that was counted
            counted.mutate();
          }
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
