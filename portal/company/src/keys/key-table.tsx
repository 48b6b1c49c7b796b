// The table of keys, with their actions.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type Column, Rows } from '../../../shared/list.tsx';
import type { ApiKey } from '../../../shared/portal-api.ts';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useMay } from '../team/may.ts';
import { t } from '../words/t.ts';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import { scopesInShort, scopeWords } from './scopes.ts';
import '../words/keys.ts';

const columns: readonly Column<ApiKey>[] = [
  {
    head: t('keys.name'),
    cell: ({ name, hint }) => (
      <div>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" ff="monospace">
          …{hint}
        </Text>
      </div>
    ),
  },
  {
    head: t('keys.state'),
    plain: true,
    cell: ({ state, expiresAt }) => (
      <div>
        <Status state={state} />
        {state !== 'revoked' && expiresAt !== null && (
          <Text size="xs" c="dimmed" mt={2}>
            {state === 'expired' ? t('keys.ended') : t('keys.ends')} <Time at={expiresAt} />
          </Text>
        )}
      </div>
    ),
  },
  {
    head: t('keys.permissions'),
    plain: true,
    cell: ({ scopes }) => (
      <span title={scopes.map((name) => scopeWords(name)).join('\n')}>{scopesInShort(scopes)}</span>
    ),
  },
  {
    head: t('keys.lastUsed'),
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('keys.never') : <Time at={lastUsedAt} />),
  },
  {
    head: t('keys.made'),
    wideOnly: true,
    cell: ({ createdAt, createdBy }) => (
      <div>
        <Time at={createdAt} as="day" />
        <Text size="xs" c="dimmed">
          {createdBy === null ? t('keys.byUs') : t('keys.by', { name: createdBy })}
        </Text>
      </div>
    ),
  },
];

/** The keys, without buttons for people who may not change them. */
export function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const may = useMay();
  const [rotating, setRotating] = useState<ApiKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const actions: Column<ApiKey> = {
    head: t('keys.actions'),
    actions: true,
    cell: (key) =>
      key.state === 'revoked' || key.state === 'expired' ? null : (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          {may.makeKeys && (
            <Button variant="default" size="compact-sm" onClick={() => setRotating(key)}>
              {t('keys.rotate')}
              <span className="hidden-name"> {key.name}</span>
            </Button>
          )}
          <Button variant="default" size="compact-sm" onClick={() => setRevoking(key)}>
            {t('keys.revoke')}
            <span className="hidden-name"> {key.name}</span>
          </Button>
        </Group>
      ),
  };
  return (
    <>
      <Rows
        label={t('keys.title')}
        rows={keys}
        columns={may.endKeys ? [...columns, actions] : columns}
        rowKey={({ id }) => id}
      />
      <RotateKey rotated={rotating} onClose={() => setRotating(undefined)} />
      <RevokeKey revoked={revoking} onClose={() => setRevoking(undefined)} />
    </>
  );
}
