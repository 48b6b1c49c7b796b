// Actions on an endpoint: test, replay, edit, pause, delete.
import { Button, Menu, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import { Icon } from '../../../shared/icons.tsx';
import { wordsOf } from '../../../shared/problem.ts';
import { useWrite } from '../../../shared/queries.ts';
import { toast } from '../../../shared/toast.tsx';
import { PartNeedsSecondFactor } from '../security/second-factor-first.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { Endpoint } from './endpoint.ts';
import { EndpointForm, type Wanted } from './endpoint-form.tsx';
import { Replay } from './replay.tsx';
import '../words/webhooks.ts';

type Dialog = 'replay' | 'edit' | 'switch' | 'delete';

/** A test arrives within moments; then its row is refetched. */
const TEST_MS = 2_500;

/** The buttons of an endpoint, and the dialogs behind them. */
export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const isOn = endpoint.status === 'enabled';
  const { api, key } = useScope();
  const queries = useQueryClient();
  const test = useWrite({
    write: () =>
      answer(api.POST('/api/v1/webhook-endpoints/{id}/test', { params: { path: { id: endpoint.id } } })).catch(
        (error: unknown) => {
          toast(wordsOf(error), 'bad');
          throw error;
        },
      ),
    changes: [key('webhooks')],
    onDone: () => {
      toast(t('webhooks.testSent'));
      setTimeout(() => void queries.invalidateQueries({ queryKey: key('webhooks') }), TEST_MS);
    },
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="down" size={14} />}>
            {t('webhooks.edit')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('edit')}>{t('webhooks.editTitle')}</Menu.Item>
          <Menu.Item onClick={() => setDialog('switch')}>
            {isOn ? t('webhooks.pauseTitle') : t('webhooks.enableTitle')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => setDialog('delete')}>{t('webhooks.deleteTitle')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOn && (
        <>
          <Button variant="default" onClick={() => setDialog('replay')}>
            {t('webhooks.replay')}
          </Button>
          <Button loading={test.isPending} onClick={() => test.mutate()}>
            {t('webhooks.test')}
          </Button>
        </>
      )}
      <Replay endpoint={endpoint} opened={dialog === 'replay'} onClose={close} />
      <Edit endpoint={endpoint} opened={dialog === 'edit'} onClose={close} />
      <Switch endpoint={endpoint} opened={dialog === 'switch'} onClose={close} />
      <Delete endpoint={endpoint} opened={dialog === 'delete'} onClose={close} />
    </>
  );
}

type Props = { endpoint: Endpoint; opened: boolean; onClose: () => void };

/** Sends only changed fields: only a new URL needs the second factor again. */
function Edit({ endpoint, opened, onClose }: Props) {
  const { api, key } = useScope();
  const { id } = endpoint;
  const save = useWrite({
    write: ({ url, ...rest }: Wanted) =>
      answer(
        api.PATCH('/api/v1/webhook-endpoints/{id}', {
          params: { path: { id } },
          body: url === endpoint.url ? rest : { url, ...rest },
        }),
      ),
    changes: [key('webhooks')],
    onDone: onClose,
  });
  return (
    <Modal opened={opened} onClose={onClose} title={t('webhooks.editTitle')} size="lg">
      <EndpointForm
        present={endpoint}
        submit={t('webhooks.save')}
        pending={save.isPending}
        error={save.error}
        onCancel={onClose}
        onSubmit={(wanted) => save.mutate(wanted)}
      >
        <PartNeedsSecondFactor>{t('webhooks.urlNeeds')}</PartNeedsSecondFactor>
      </EndpointForm>
    </Modal>
  );
}

function Switch({ endpoint: { id, status }, opened, onClose }: Props) {
  const { api, key, environment } = useScope();
  const isOn = status === 'enabled';
  const change = useWrite({
    write: () =>
      answer(
        api.PATCH('/api/v1/webhook-endpoints/{id}', {
          params: { path: { id } },
          body: { status: isOn ? 'disabled' : 'enabled' },
        }),
      ),
    changes: [key('webhooks')],
    onDone: onClose,
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={isOn ? t('webhooks.pauseTitle') : t('webhooks.enableTitle')}
      environment={environment}
      action={isOn ? t('webhooks.pauseAction') : t('webhooks.enableAction')}
      pending={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
    >
      {isOn ? t('webhooks.pauseWhy') : t('webhooks.enableWhy')}
    </Confirm>
  );
}

function Delete({ endpoint: { id, url }, opened, onClose }: Props) {
  const { api, key, path, environment } = useScope();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = useWrite({
    write: () => answer(api.DELETE('/api/v1/webhook-endpoints/{id}', { params: { path: { id } } })),
    onDone: () => {
      // Navigates first: a refetch of the deleted endpoint would show "not found".
      void navigate({ to: path('developers/webhooks') }).then(() => {
        queries.removeQueries({ queryKey: key('webhooks', id) });
        return queries.invalidateQueries({ queryKey: key('webhooks') });
      });
    },
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('webhooks.deleteTitle')}
      environment={environment}
      action={t('webhooks.deleteAction')}
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      {t('webhooks.deleteWhy', { url })}
    </Confirm>
  );
}
