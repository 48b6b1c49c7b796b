// Add an endpoint; its secret is shown once, then the endpoint opens.
import { Modal, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { answer } from '../../../shared/client.ts';
import { useWrite } from '../../../shared/queries.ts';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { ShownOnce } from '../keys/shown-once.tsx';
import { useSecondFactorFirst } from '../security/second-factor-first.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { EndpointForm, type Wanted } from './endpoint-form.tsx';
import '../words/webhooks.ts';

/** The dialog that adds an endpoint. */
export function CreateEndpoint({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { api, key, path, environment } = useScope();
  const navigate = useNavigate();
  const create = useWrite({
    secret: true,
    write: (body: Wanted) => answer(api.POST('/api/v1/webhook-endpoints', { body })),
    changes: [key('webhooks')],
  });
  const close = () => {
    create.reset();
    onClose();
  };
  const made = create.data;
  const first = useSecondFactorFirst();
  return (
    <>
      <Modal opened={opened && made === undefined} onClose={close} title={t('webhooks.create')} size="lg">
        {first ?? (
          <EndpointForm
            submit={t('webhooks.create')}
            pending={create.isPending}
            error={create.error}
            onCancel={close}
            onSubmit={(wanted) => create.mutate(wanted)}
          >
            <span>
              <EnvironmentBadge environment={environment} />
            </span>
            <Text size="sm" c="dimmed">
              {t('webhooks.createWhy')}
            </Text>
          </EndpointForm>
        )}
      </Modal>
      <ShownOnce
        secret={made?.secret}
        title={t('webhooks.secretTitle')}
        name={t('webhooks.secret')}
        environment={environment}
        onStored={() => {
          close();
          if (made !== undefined) void navigate({ to: path(`developers/webhooks/${made.id}`) });
        }}
      >
        <Text size="sm">{t('webhooks.secretWhy')}</Text>
      </ShownOnce>
    </>
  );
}
