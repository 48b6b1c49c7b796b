// How far an import is, and what can be done: pause, continue, try refused rows again.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import { Icon } from '../../../shared/icons.tsx';
import { Money, moneyText } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import type { ImportProgress } from '../../../shared/portal-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { Time } from '../../../shared/time.tsx';
import { Facts } from '../orders/facts.tsx';
import { useMayOrder } from '../orders/may-order.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import classes from './imports.module.css';
import { useRun } from './running.ts';
import '../words/imports.ts';

/** The progress of an import. While it runs, this page orders its rows. */
export function Progress({ shown }: { shown: ImportProgress }) {
  const may = useMayOrder();
  const run = useRun(shown, may);
  const { rows, accepted, waiting } = shown;
  return (
    <Section title={t('imports.progress')}>
      <Stack gap="md" px="lg" pb="lg">
        <div>
          <Text size="sm" fw={550} role="status" mb={6}>
            {t('imports.progressOf', { count: accepted, rows })}
          </Text>
          <progress className={classes.bar} max={rows} value={accepted} aria-label={t('imports.progress')} />
        </div>
        {run.error !== null && <ProblemShown error={run.error} {...(may ? { again: run.start } : {})} />}
        {run.going && (
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {t('imports.running')}
            </Text>
            <Button variant="default" leftSection={<Icon name="pause" size={16} />} onClick={run.pause}>
              {t('imports.pause')}
            </Button>
          </Group>
        )}
        {!run.going && waiting > 0 && run.error === null && <Paused shown={shown} may={may} onContinue={run.start} />}
        {shown.refused > 0 && <Refused shown={shown} may={may && waiting === 0} onRetried={run.start} />}
        <Tally shown={shown} />
      </Stack>
    </Section>
  );
}

type PartProps = { shown: ImportProgress; may: boolean };

function Paused({ shown, may, onContinue }: PartProps & { onContinue: () => void }) {
  return (
    <Notice
      kind="warning"
      title={t('imports.paused', { count: shown.waiting, total: `$${moneyText(shown.waitingTotal)}` })}
    >
      {t('imports.pausedWhy')}
      {may && (
        <Group mt="xs">
          <Button size="compact-sm" variant="default" onClick={onContinue}>
            {t('imports.continue')}
          </Button>
        </Group>
      )}
    </Notice>
  );
}

function Refused({ shown, may, onRetried }: PartProps & { onRetried: () => void }) {
  const { api, key, environment } = useScope();
  const queries = useQueryClient();
  const { id, refused, refusedTotal } = shown;
  const [asking, setAsking] = useState(false);
  const retry = useWrite({
    keyed: true, // repeating it changes nothing: the refused rows wait already
    write: () => answer(api.POST('/portal/v1/imports/{id}/retry', { params: { path: { id } } })),
    onDone: (progress) => {
      queries.setQueryData(key('imports', id), progress);
      setAsking(false);
      onRetried();
    },
  });
  return (
    <Notice kind="warning" title={t('imports.refusedSome', { count: refused })}>
      {t('imports.refusedWhy')}
      {may && (
        <Group mt="xs">
          <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
            {t('imports.retry')}
          </Button>
        </Group>
      )}
      <Confirm
        key={refusedTotal}
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('imports.retryTitle')}
        environment={environment}
        total={refusedTotal}
        action={t('imports.retry')}
        onConfirm={() => retry.mutate()}
        pending={retry.isPending}
        error={retry.error}
      >
        {t('imports.retryWhy', { count: refused })}
      </Confirm>
    </Notice>
  );
}

/** Counts of the rows by what became of them; those that are zero are left out. */
function Tally({ shown }: { shown: ImportProgress }) {
  const counted = (['waiting', 'underWay', 'completed', 'inReview', 'failed', 'refused'] as const).filter(
    (name) => shown[name] > 0,
  );
  return (
    <div className={classes.sum}>
      <Facts
        facts={[
          ...counted.map((name) => ({ name: t(`imports.${name}`), value: shown[name] })),
          { name: t('imports.created'), value: <Time at={shown.createdAt} as="full" /> },
          { name: t('imports.amount'), value: <Money amount={shown.amount} /> },
          { name: t('imports.fee'), value: <Money amount={shown.fee} /> },
          { name: t('imports.total'), value: <Money amount={shown.total} />, strong: true },
        ]}
      />
    </div>
  );
}
