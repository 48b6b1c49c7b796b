// One webhook endpoint: status, actions and deliveries.
import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { answer } from '../../../shared/client.ts';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { DetailSkeleton } from '../../../shared/states/skeletons.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useScope } from '../session.ts';
import { useMay } from '../team/may.ts';
import { maybe, t } from '../words/t.ts';
import { EndpointActions } from './actions.tsx';
import { Deliveries } from './deliveries.tsx';
import type { Endpoint } from './endpoint.ts';
import { ConfirmSecret, RotateSecret } from './secret.tsx';
import classes from './webhooks.module.css';
import '../words/webhooks.ts';

/** The page of an endpoint. */
export function Page() {
  const { api, key, path } = useScope();
  const may = useMay();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const endpoint = useQuery({
    queryKey: key('webhooks', id),
    queryFn: () => answer(api.GET('/api/v1/webhook-endpoints/{id}', { params: { path: { id } } })),
  });
  const shown = endpoint.data;
  return (
    <Sheet
      title={shown === undefined ? t('webhooks.details') : hostOf(shown.url)}
      back={{ to: path('developers/webhooks'), words: t('webhooks.back') }}
      actions={shown !== undefined && may.changeWebhooks && <EndpointActions endpoint={shown} />}
    >
      {endpoint.isPending && <DetailSkeleton />}
      {endpoint.isError && <ProblemShown error={endpoint.error} again={() => void endpoint.refetch()} />}
      {shown !== undefined && (
        <Stack gap="lg">
          <Standing endpoint={shown} />
          <Facts endpoint={shown} />
          <Deliveries endpoint={shown} />
        </Stack>
      )}
    </Sheet>
  );
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

function Standing({ endpoint: { disabled, failing, status } }: { endpoint: Endpoint }) {
  return (
    <>
      {disabled !== undefined && (
        <Notice kind="warning" title={maybe(`webhooks.disabled.${disabled.reason}`) ?? disabled.reason}>
          <Time at={disabled.at} />. {t('webhooks.disabledNext')}
        </Notice>
      )}
      {failing !== undefined && status === 'enabled' && (
        <Notice kind="warning">
          <strong>
            {t('webhooks.failing')} <Time at={failing.since} as="full" />.
          </strong>{' '}
          {t('webhooks.failingNext')} <Time at={failing.disablesAt} ahead />.
        </Notice>
      )}
    </>
  );
}

function Facts({ endpoint }: { endpoint: Endpoint }) {
  const may = useMay();
  return (
    <Section title={t('webhooks.details')} actions={may.changeWebhooks && <RotateSecret endpoint={endpoint} />}>
      <dl className={classes.facts}>
        <dt>{t('webhooks.status')}</dt>
        <dd>
          <Status state={endpoint.status} />
        </dd>
        <dt>{t('webhooks.url')}</dt>
        <dd>{endpoint.url}</dd>
        {endpoint.description !== '' && (
          <>
            <dt>{t('webhooks.description')}</dt>
            <dd>{endpoint.description}</dd>
          </>
        )}
        <dt>{t('webhooks.listens')}</dt>
        <dd className={classes.types}>
          {endpoint.events.includes('*')
            ? t('webhooks.everyEvent')
            : endpoint.events.map((type) => <Code key={type}>{type}</Code>)}
        </dd>
        <dt>{t('webhooks.made')}</dt>
        <dd>
          <Time at={endpoint.createdAt} as="full" />
        </dd>
      </dl>
      {endpoint.rotation !== undefined && (
        <Stack px="lg" pb="lg" gap="sm" align="flex-start">
          <Text size="sm">
            <strong>{t('webhooks.rotating')}</strong> {t('webhooks.rotatingUntil')}{' '}
            <Time at={endpoint.rotation.until} />.
          </Text>
          {may.changeWebhooks && <ConfirmSecret endpoint={endpoint} />}
        </Stack>
      )}
    </Section>
  );
}
