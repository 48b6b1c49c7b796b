// Rotate the secret of an endpoint, and confirm the new one.
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { ShownOnce } from '../keys/shown-once.tsx';
import { useSecondFactorFirst } from '../security/second-factor-first.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { Endpoint } from './endpoint.ts';
import '../words/webhooks.ts';

/** Creates a new secret, which is shown once. */
export function RotateSecret({ endpoint: { id } }: { endpoint: Endpoint }) {
  const { api, key, environment } = useScope();
  const [asking, setAsking] = useState(false);
  const rotate = useWrite({
    secret: true,
    write: () => answer(api.POST('/api/v1/webhook-endpoints/{id}/rotate-secret', { params: { path: { id } } })),
    changes: [key('webhooks')],
    onDone: () => setAsking(false),
  });
  const first = useSecondFactorFirst();
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {t('webhooks.rotate')}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('webhooks.rotateTitle')}
        environment={environment}
        action={t('webhooks.rotateAction')}
        instead={first}
        pending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate()}
      >
        {t('webhooks.rotateWhy')}
      </Confirm>
      <ShownOnce
        secret={rotate.data?.secret}
        title={t('webhooks.secretTitle')}
        name={t('webhooks.secret')}
        environment={environment}
        onStored={() => rotate.reset()}
      >
        <Text size="sm">{t('webhooks.newSecretWhy')}</Text>
      </ShownOnce>
    </>
  );
}

/** Ends the overlap: only the new secret signs. */
export function ConfirmSecret({ endpoint: { id } }: { endpoint: Endpoint }) {
  const { api, key, environment } = useScope();
  const [asking, setAsking] = useState(false);
  const confirm = useWrite({
    write: () => answer(api.POST('/api/v1/webhook-endpoints/{id}/confirm-secret', { params: { path: { id } } })),
    changes: [key('webhooks')],
    onDone: () => setAsking(false),
  });
  return (
    <>
      <Button size="compact-sm" onClick={() => setAsking(true)}>
        {t('webhooks.confirmSecret')}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('webhooks.confirmSecret')}
        environment={environment}
        action={t('webhooks.confirmSecret')}
        pending={confirm.isPending}
        error={confirm.error}
        onConfirm={() => confirm.mutate()}
      >
        {t('webhooks.confirmWhy')}
      </Confirm>
    </>
  );
}
