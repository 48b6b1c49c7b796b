// Revoke a key, with a warning of what breaks.
import { List, Text } from '@mantine/core';
import { answer } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import type { ApiKey } from '../../../shared/portal-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { Time } from '../../../shared/time.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { scopeWords } from './scopes.ts';
import '../words/keys.ts';

/** Asks for confirmation. */
export function RevokeKey({ revoked, onClose }: { revoked: ApiKey | undefined; onClose: () => void }) {
  const { api, key, environment } = useScope();
  const revoke = useWrite({
    write: ({ id }: ApiKey) => answer(api.POST('/portal/v1/keys/{id}/revoke', { params: { path: { id } } })),
    changes: [key('keys')],
    onDone: onClose,
  });
  const close = () => {
    revoke.reset();
    onClose();
  };
  return (
    <Confirm
      opened={revoked !== undefined}
      onClose={close}
      title={t('keys.revokeOf', { name: revoked?.name ?? '' })}
      environment={environment}
      action={t('keys.revokeAction')}
      danger
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoked !== undefined && revoke.mutate(revoked)}
    >
      {revoked !== undefined && <Breaks {...revoked} />}
    </Confirm>
  );
}

function Breaks({ hint, lastUsedAt, scopes }: ApiKey) {
  return (
    <>
      <Text size="sm">{t('keys.revokeWhy', { hint })}</Text>
      <Text size="sm" mt="xs" fw={600}>
        {lastUsedAt === null ? (
          t('keys.revokeUnused')
        ) : (
          <>
            {t('keys.revokeUsed')} <Time at={lastUsedAt} />.
          </>
        )}
      </Text>
      <Text size="sm" mt="xs">
        {t('keys.revokeBreaks')}
      </Text>
      <List size="sm" mt={4}>
        {scopes.map((name) => (
          <List.Item key={name}>{scopeWords(name)}</List.Item>
        ))}
      </List>
    </>
  );
}
