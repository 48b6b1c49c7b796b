// What a page shows of an answer: the shape of what comes, what went wrong, or the answer itself.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { PageSkeleton } from '../../../shared/states/skeletons.tsx';

type Props<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode };

/** An answer in its three states. One that is there stays while the next try goes wrong, below the words about that. */
export function Loaded<Data>({ query, children }: Props<Data>) {
  return (
    <>
      {query.isPending && <PageSkeleton />}
      {query.isError && <ProblemShown error={query.error} again={() => void query.refetch()} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}
