// One delivery: every attempt with its response, and the body.
import { Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '../../../shared/client.ts';
import { jsonText, Snippet } from '../../../shared/snippet.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { Delivery } from './endpoint.ts';
import classes from './webhooks.module.css';
import '../words/webhooks.ts';

/** The dialog of a delivery. */
export function DeliveryShown({ delivery, onClose }: { delivery: Delivery | undefined; onClose: () => void }) {
  return (
    <Modal
      opened={delivery !== undefined}
      onClose={onClose}
      size="lg"
      title={t('webhooks.deliveryTitle', { type: delivery?.eventType ?? '' })}
    >
      {delivery !== undefined && (
        <Stack gap="md">
          <Group gap="sm">
            <Status state={delivery.status} />
            {delivery.replayed && (
              <Text size="sm" c="dimmed">
                {t('webhooks.replayed')}
              </Text>
            )}
            {delivery.nextAttemptAt !== null && (
              <Text size="sm" c="dimmed">
                {t('webhooks.nextAttempt')} <Time at={delivery.nextAttemptAt} ahead />
              </Text>
            )}
          </Group>
          {delivery.attempts.length === 0 && <Text size="sm">{t('webhooks.noAttempts')}</Text>}
          {delivery.attempts.toReversed().map((attempt) => (
            <Attempt key={attempt.number} {...attempt} />
          ))}
          <Body sequence={delivery.sequence} />
        </Stack>
      )}
    </Modal>
  );
}

function Attempt({ number, at, durationMs, outcome, status, error, response }: Delivery['attempts'][number]) {
  return (
    <section className={classes.attempt} aria-label={t('webhooks.attempt', { number })}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="sm" fw={600}>
          {t('webhooks.attempt', { number })}
        </Text>
        <Status state={outcome} />
      </Group>
      <Text size="sm">
        {status === null ? t('webhooks.notAnswered', { error }) : t('webhooks.answered', { status })}
      </Text>
      <Text size="xs" c="dimmed" mb={status === null ? 0 : 8}>
        <Time at={at} as="full" />, {t('webhooks.took', { ms: durationMs })}
      </Text>
      {status !== null &&
        (response === '' ? (
          <Text size="xs" c="dimmed">
            {t('webhooks.answerEmpty')}
          </Text>
        ) : (
          <Snippet name={t('webhooks.answerBody')} text={response} />
        ))}
    </section>
  );
}

/** The feed has the same event that every attempt carried. */
function Body({ sequence }: { sequence: number }) {
  const { api, key } = useScope();
  const event = useQuery({
    queryKey: key('event', sequence),
    queryFn: async () => {
      const query = { afterSequence: sequence - 1, limit: 1 };
      const { data } = await answer(api.GET('/api/v1/events', { params: { query } }));
      return data.find((one) => one.sequence === sequence) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (event.isPending) return <Skeleton height={120} />;
  if (event.isError) return <ProblemShown error={event.error} again={() => void event.refetch()} />;
  if (event.data === null) return <Text size="sm">{t('webhooks.bodyGone')}</Text>;
  return (
    <>
      <Snippet name={t('webhooks.bodySent')} text={jsonText(event.data)} />
      <Text size="xs" c="dimmed">
        {t('webhooks.bodyNote')}
      </Text>
    </>
  );
}
