// A response in its states: skeleton, error, or content.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { SectionSkeleton } from '../../../shared/states/skeletons.tsx';

type Props<Data> = {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
  /** In the layout of the content; a section with rows by default. */
  skeleton?: ReactNode;
};

/** A response in its three states. Loaded content stays, below the error, while a later attempt fails. */
export function Loaded<Data>({ query, children, skeleton = <SectionSkeleton /> }: Props<Data>) {
  return (
    <>
      {query.isPending && skeleton}
      {query.isError && <ProblemShown error={query.error} again={() => void query.refetch()} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}
