// Placeholders with the shape of the content, so that nothing jumps.
import { Skeleton, Stack } from '@mantine/core';
import { t } from '../words/t.ts';

/** Rows of a loading list. */
export function RowsSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Stack gap="sm" p="md" aria-busy="true" role="status">
      <span className="hidden-name">{t('states.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={28} radius="sm" />
      ))}
    </Stack>
  );
}

/** A loading page: a title and two blocks. */
export function PageSkeleton() {
  return (
    <Stack gap="lg" aria-busy="true" role="status">
      <span className="hidden-name">{t('states.loading')}</span>
      <Skeleton height={32} width={220} />
      <Skeleton height={120} radius="lg" />
      <Skeleton height={240} radius="lg" />
    </Stack>
  );
}
