// Reads one operation and follows it until it ends.
import { useQuery } from '@tanstack/react-query';
import { answer } from '../../../shared/client.ts';
import { type Named, named, readNames } from '../cards/names.ts';
import { useScope } from '../session.ts';
import { isFinal, type Operation } from './operation.ts';

/** The server's Retry-After; no event reports the step from queued to processing. */
const FOLLOW_MS = 2_000;

/** A review takes minutes to days. The live feed reports its end; this poll covers a lost feed. */
const FOLLOW_REVIEW_MS = 30_000;

/** How long to wait before an operation is read again; false once it has ended. */
export function followMs(operation: Operation | undefined): number | false {
  if (operation === undefined || isFinal(operation)) return false;
  return operation.status === 'manual_review' ? FOLLOW_REVIEW_MS : FOLLOW_MS;
}

/** One operation with its names, kept current until it ends. */
export function useOperation(id: string) {
  const { api, key } = useScope();
  return useQuery({
    queryKey: key('operations', 'one', id),
    queryFn: async (): Promise<Operation & Named> => {
      const operation = await answer(api.GET('/api/v1/operations/{id}', { params: { path: { id } } }));
      return named([operation], await readNames(api, [operation]))[0] ?? operation;
    },
    refetchInterval: ({ state }) => followMs(state.data),
  });
}
