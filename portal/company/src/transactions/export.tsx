// The payments of the list as a file.
import { Button, Stack } from '@mantine/core';
import { Icon } from '../../../shared/icons.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { downloadFile } from '../download.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import '../words/transactions.ts';

/** Exports all payments that match the filters. */
export function Export({ filters }: { filters: Record<string, string> }) {
  const scope = useScope();
  const file = { query: filters, otherwise: 'transactions.csv' };
  const got = useWrite({
    reads: true,
    write: () => downloadFile(scope, '/portal/v1/transactions.csv', file),
  });
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        leftSection={<Icon name="download" size={16} />}
        loading={got.isPending}
        onClick={() => got.mutate()}
      >
        {t('transactions.export')}
      </Button>
      {got.error !== null && <ProblemShown error={got.error} />}
    </Stack>
  );
}
