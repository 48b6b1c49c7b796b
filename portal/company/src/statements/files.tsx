// A statement as a file, in one of its formats.
import { Button, Menu, Stack } from '@mantine/core';
import type { Days } from '../../../shared/day-range.ts';
import { Icon } from '../../../shared/icons.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { download, type File, files } from './download.ts';
import '../words/statements.ts';

/** The menu of files of a range. */
export function Files({ days }: { days: Days }) {
  const scope = useScope();
  const got = useWrite({ reads: true, write: (file: File) => download(scope, file, days) });
  return (
    <Stack gap="xs">
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            rightSection={<Icon name="down" size={14} />}
            loading={got.isPending}
          >
            {t('statements.download')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {files.map((file) => (
            <Menu.Item key={file} onClick={() => got.mutate(file)}>
              {t(`statements.file.${file}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {got.error !== null && <ProblemShown error={got.error} />}
    </Stack>
  );
}
