// Cancels an operation that is still queued.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { useMayOrder } from '../orders/may-order.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { amountsOf, isAction, type Operation } from './operation.ts';
import '../words/operations.ts';

/** The button for people who may order, and its confirmation. */
export function Cancel({ operation }: { operation: Operation }) {
  const { api, key, environment } = useScope();
  const may = useMayOrder();
  const [opened, setOpened] = useState(false);
  const cancel = useWrite({
    write: () =>
      answer(api.POST('/api/v1/operations/{id}/cancel', { params: { path: { id: operation.id } }, body: {} })),
    changes: [key('operations'), key('overview'), key('balance'), key('cards')],
    onDone: () => setOpened(false),
  });
  if (!may) return null;
  const close = () => {
    cancel.reset();
    setOpened(false);
  };
  return (
    <>
      <Button variant="default" size="sm" mt="sm" onClick={() => setOpened(true)}>
        {t('operations.cancel')}
      </Button>
      <Confirm
        opened={opened}
        onClose={close}
        title={t('operations.cancelTitle')}
        environment={environment}
        action={t('operations.cancel')}
        danger
        pending={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate()}
      >
        {isAction(operation) ? t('operations.cancelAction') : t('operations.cancelWhy', amountsOf(operation))}
      </Confirm>
    </>
  );
}
