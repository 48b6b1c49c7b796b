// One import: how far it is, what became of each row, and what can be done about it.
import { useParams } from '@tanstack/react-router';
import { Page as Sheet } from '../../../shared/page.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { PageSkeleton } from '../../../shared/states/skeletons.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { nameOf, useImport } from './import.ts';
import { ImportRows } from './import-rows.tsx';
import { Progress } from './progress.tsx';
import '../words/imports.ts';

/** The page of an import; it updates automatically. */
export function Page() {
  const { path } = useScope();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data, isPending, isError, error, refetch } = useImport(id);
  return (
    <Sheet
      title={data === undefined ? t('imports.one') : nameOf(data)}
      back={{ to: path('imports'), words: t('imports.title') }}
    >
      {isPending && <PageSkeleton />}
      {isError && data === undefined && <ProblemShown error={error} again={() => void refetch()} />}
      {data !== undefined && (
        <>
          <Progress key={id} shown={data} />
          <ImportRows key={`rows ${id}`} shown={data} />
        </>
      )}
    </Sheet>
  );
}
