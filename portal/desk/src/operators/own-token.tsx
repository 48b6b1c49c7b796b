// An operator's own token for the command line. It is shown once, from the answer, and kept nowhere.
import { Button, Code, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import { Copy } from '../../../shared/copy.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Notice } from '../../../shared/states/problem.tsx';
import { t } from '../words/t.ts';

/** Makes a token for whoever is signed in, and shows it until they say that it is stored. */
export function OwnToken() {
  const [asking, setAsking] = useState(false);
  const make = useWrite({
    secret: true,
    write: () => answer(deskApi.POST('/desk/v1/operators/me/token')),
    onDone: () => setAsking(false),
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('deskOperators.tokenDots')}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('deskOperators.tokenTitle')}
        act={t('deskOperators.tokenMake')}
        pending={make.isPending}
        error={make.error}
        onConfirm={() => make.mutate()}
      >
        <p>{t('deskOperators.tokenWhy')}</p>
        <p>{t('deskFrame.asksCode')}</p>
      </Confirm>
      <Shown token={make.data?.token} onStored={() => make.reset()} />
    </>
  );
}

/** Neither Escape nor a click beside it closes it: the token cannot be read again. */
function Shown({ token, onStored }: { token: string | undefined; onStored: () => void }) {
  return (
    <Modal
      opened={token !== undefined}
      onClose={onStored}
      title={t('deskOperators.token')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Notice kind="warning">{t('deskOperators.tokenOnce')}</Notice>
        <Code block>{token}</Code>
        <Group justify="space-between">
          <Copy text={token ?? ''} what={t('deskOperators.token')} size="sm" />
          <Button onClick={onStored}>{t('deskOperators.tokenStored')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
