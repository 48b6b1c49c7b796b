// Everything about one cardholder, in a dialog.
import { Group, Modal, Stack, Text } from '@mantine/core';
import { Copy } from '../../../shared/copy.tsx';
import { Status } from '../../../shared/status.tsx';
import { Facts } from '../orders/facts.tsx';
import { MetadataFacts } from '../orders/metadata.tsx';
import { t } from '../words/t.ts';
import type { Holder } from './holder.ts';
import classes from './holders.module.css';

/** The dialog of a cardholder; closed without one. */
export function HolderDetails({ holder, onClose }: { holder: Holder | undefined; onClose: () => void }) {
  return (
    <Modal opened={holder !== undefined} onClose={onClose} title={holder?.name ?? t('holders.details')}>
      {holder !== undefined && <Shown holder={holder} />}
    </Modal>
  );
}

function Shown({ holder: { id, email, kind, status, externalId, metadata } }: { holder: Holder }) {
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { name: t('holders.status'), value: <Status state={status} /> },
          { name: t('holders.email'), value: email },
          { name: t('holders.kind'), value: t(`holders.kind.${kind}`) },
          externalId === '' ? undefined : { name: t('holders.externalId'), value: externalId },
          {
            name: t('holders.id'),
            value: (
              <Group gap={8} justify="flex-end">
                <span className={classes.code}>{id}</span>
                <Copy text={id} what={t('holders.id')} size="compact-xs" />
              </Group>
            ),
          },
        ]}
      />
      {Object.keys(metadata).length > 0 && (
        <Text size="sm" fw={600}>
          {t('operations.metadata')}
        </Text>
      )}
      <MetadataFacts metadata={metadata} />
    </Stack>
  );
}
