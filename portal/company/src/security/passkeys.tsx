// The person's passkeys: add, list, remove.
import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { answer, apiOf } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section } from '../../../shared/page.tsx';
import { knowsPasskeys } from '../../../shared/passkeys/lazy.tsx';
import type { PasskeyList } from '../../../shared/portal-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { Time } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';
import { passkeysQuery } from './passkeys-query.ts';
import '../words/security.ts';

type Passkey = PasskeyList['data'][number];

/** The browser's part loads with the dialog. */
const AddPasskey = lazy(async () => ({ default: (await import('./add-passkey.tsx')).AddPasskey }));

/** The passkeys of the person. */
export function Passkeys() {
  const passkeys = useQuery(passkeysQuery);
  const [adding, setAdding] = useState(false);
  const add = knowsPasskeys() && (
    <Button variant="default" size="compact-sm" onClick={() => setAdding(true)}>
      {t('security.addPasskey')}
    </Button>
  );
  return (
    <Section title={t('security.passkeys')} actions={add}>
      {passkeys.isPending && <RowsSkeleton rows={2} />}
      {passkeys.isError && <ProblemShown error={passkeys.error} again={() => void passkeys.refetch()} />}
      {passkeys.data !== undefined && <Known {...passkeys.data} />}
      <Modal opened={adding} onClose={() => setAdding(false)} title={t('security.addPasskey')}>
        <Suspense fallback={<Skeleton height={160} />}>
          <AddPasskey onEnd={() => setAdding(false)} />
        </Suspense>
      </Modal>
    </Section>
  );
}

function Known({ data, hasApp }: PasskeyList) {
  const [removing, setRemoving] = useState<Passkey>();
  const remove = useWrite({
    write: (id: string) => answer(apiOf().DELETE('/portal/v1/passkeys/{id}', { params: { path: { id } } })),
    changes: [['passkeys'], ['me']],
    onDone: () => setRemoving(undefined),
  });
  const columns: readonly Column<Passkey>[] = [
    { head: t('security.passkeyName'), cell: ({ name }) => name },
    { head: t('security.passkeyAdded'), cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      head: t('security.passkeyUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('security.passkeyUnused') : <Time at={lastUsedAt} />),
    },
    {
      head: t('security.actions'),
      actions: true,
      cell: (passkey) => (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            remove.reset();
            setRemoving(passkey);
          }}
        >
          {t('security.remove')}
          <span className="hidden-name"> {passkey.name}</span>
        </Button>
      ),
    },
  ];
  const isOnly = data.length === 1 && !hasApp;
  return (
    <>
      <Stack gap="md" px="lg" pb="md">
        <Text size="sm" maw={640}>
          {t('security.passkeysWhy')}
        </Text>
        {isOnly && <Notice kind="warning">{t('security.onlyPasskey')}</Notice>}
      </Stack>
      {data.length > 0 && <Rows label={t('security.passkeys')} rows={data} columns={columns} rowKey={({ id }) => id} />}
      <Confirm
        key={removing?.id}
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('security.removePasskey')}
        action={t('security.removePasskey')}
        danger
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => removing !== undefined && remove.mutate(removing.id)}
      >
        {t('security.removePasskeyWhy', { name: removing?.name ?? '' })} {isOnly && t('security.removeOnly')}
      </Confirm>
    </>
  );
}
