// Backup codes, shown once.
import { Button, Group, Stack, Text } from '@mantine/core';
import { Snippet } from '../reference/snippet.tsx';
import { t } from '../words/t.ts';

/** The codes, until the person confirms that they are stored. */
export function BackupCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm">{t('security.codesOnce')}</Text>
      <Snippet name={t('security.codes')} text={codes.join('\n')} />
      <Group justify="flex-end">
        <Button onClick={onStored}>{t('security.codesStored')}</Button>
      </Group>
    </Stack>
  );
}
