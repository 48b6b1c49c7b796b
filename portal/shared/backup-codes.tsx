// Backup codes, shown once.
import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { Copy } from './copy.tsx';
import { Icon } from './icons.tsx';
import { saveFile } from './save-file.ts';
import { t } from './words/t.ts';

/** Name of the downloaded file. It says what the codes are for, and not whose they are. */
const FILE = 'cardwright-backup-codes.txt';

/** The codes, until the person confirms that they are saved. */
export function BackupCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const text = codes.join('\n');
  return (
    <Stack gap="md">
      <Text size="sm">{t('secondFactor.codesWhy')}</Text>
      <SimpleGrid cols={2} spacing={6}>
        {codes.map((one) => (
          <Code key={one} ta="center">
            {one}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="center" gap="xs">
        <Copy text={text} what={t('secondFactor.codes')} />
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="download" size={14} />}
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), FILE)}
        >
          {t('secondFactor.download')}
          <span className="hidden-name"> {t('secondFactor.codes')}</span>
        </Button>
      </Group>
      <Group justify="flex-end" className="actions">
        <Button onClick={onSaved}>{t('secondFactor.codesSaved')}</Button>
      </Group>
    </Stack>
  );
}
