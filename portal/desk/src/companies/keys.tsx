// The keys of a company in both environments; their texts are not stored.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import type { Company, CompanyKey } from '../../../shared/desk-api.ts';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Section } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Empty } from '../../../shared/states/empty.tsx';
import { EnvironmentBadge, Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { Id } from '../frame/facts.tsx';
import { tell } from '../frame/told.ts';
import { t } from '../words/t.ts';

const columnsFor = (revoke: (key: CompanyKey) => void): readonly Column<CompanyKey>[] => [
  {
    head: t('deskCompanies.key'),
    cell: ({ name, hint }) => (
      <div>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Id>{`…${hint}`}</Id>
      </div>
    ),
  },
  {
    head: t('deskCompanies.state'),
    cell: ({ environment, state }) => (
      <Group gap={4}>
        <EnvironmentBadge environment={environment} />
        <Status state={state} />
      </Group>
    ),
  },
  { head: t('deskCompanies.scopes'), cell: ({ scopes }) => <Text size="xs">{scopes.join(', ')}</Text>, wideOnly: true },
  { head: t('deskCompanies.createdAt'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: t('deskCompanies.lastUsed'),
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('deskFrame.never') : <Time at={lastUsedAt} />),
  },
  {
    head: t('deskCompanies.expires'),
    cell: ({ expiresAt }) => (expiresAt === null ? t('deskFrame.never') : <Time at={expiresAt} />),
    wideOnly: true,
  },
  {
    head: t('deskCompanies.actions'),
    actions: true,
    cell: (key) =>
      key.state === 'works' ? (
        <Button variant="default" size="compact-sm" onClick={() => revoke(key)}>
          {t('deskCompanies.revokeDots')}
          <span className="hidden-name"> {key.name}</span>
        </Button>
      ) : (
        '–'
      ),
  },
];

/** Every key, with a button to revoke active ones. */
export function Keys({ company }: { company: Company }) {
  const [chosen, setChosen] = useState<CompanyKey>();
  return (
    <Section title={t('deskCompanies.keys')}>
      {company.keys.length === 0 ? (
        <Empty icon="key" title={t('deskCompanies.noKeys')}>
          {t('deskCompanies.noKeysWhy')}
        </Empty>
      ) : (
        <Rows
          label={t('deskCompanies.keys')}
          rows={company.keys}
          columns={columnsFor(setChosen)}
          rowKey={({ id }) => id}
        />
      )}
      {chosen !== undefined && <Revoke company={company} apiKey={chosen} onClose={() => setChosen(undefined)} />}
    </Section>
  );
}

type Props = { company: Company; apiKey: CompanyKey; onClose: () => void };

function Revoke({ company, apiKey, onClose }: Props) {
  const revoke = useWrite({
    write: () =>
      answer(
        deskApi.POST('/desk/v1/companies/{id}/keys/{key}/revoke', {
          params: { path: { id: company.id, key: apiKey.id } },
          body: { environment: apiKey.environment },
        }),
      ),
    changes: [['companies']],
    onDone: () => {
      tell(t('deskCompanies.revoked'));
      onClose();
    },
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title={t('deskCompanies.revokeTitle', { name: apiKey.name })}
      environment={apiKey.environment}
      action={t('deskCompanies.revoke')}
      danger
      onConfirm={() => revoke.mutate()}
      pending={revoke.isPending}
      error={revoke.error}
    >
      {t('deskCompanies.revokeWhy', { name: company.name })}
    </Confirm>
  );
}
