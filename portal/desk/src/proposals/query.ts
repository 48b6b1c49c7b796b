// One proposal, as the signed-in operator sees it.
import { queryOptions } from '@tanstack/react-query';
import { answer, deskApi } from '../../../shared/client.ts';

/** Reads a proposal. */
export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: ['proposals', 'one', id],
    queryFn: () => answer(deskApi.GET('/desk/v1/proposals/{id}', { params: { path: { id } } })),
  });
