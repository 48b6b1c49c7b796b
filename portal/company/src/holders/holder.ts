// Cardholder types and queries.

import type { Schemas } from '@cardwright/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { answer } from '../../../shared/client.ts';
import { useScope } from '../session.ts';

export type Holder = Schemas['Holder'];

export const holderKinds = ['individual', 'corporate'] as const satisfies readonly Holder['kind'][];

export const holderStatuses = [
  'active',
  'pending',
  'blocked',
  'rejected',
] as const satisfies readonly Holder['status'][];

/** Poll interval: the live feed reports the issuer's confirmation, but may be down. */
const SETTLES_MS = 2_000;

/** One cardholder. Polls while pending, then refreshes every list. */
export function useHolder(id: string | undefined) {
  const { api, company, environment, key } = useScope();
  const queries = useQueryClient();
  const holder = useQuery({
    queryKey: key('holders', 'one', id),
    queryFn: () => answer(api.GET('/api/v1/holders/{id}', { params: { path: { id: id ?? '' } } })),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? SETTLES_MS : false),
  });
  const status = holder.data?.status;
  const wasPending = useRef(false);
  useEffect(() => {
    const settled = wasPending.current && status !== undefined && status !== 'pending';
    wasPending.current = status === 'pending';
    if (!settled) return;
    void queries.invalidateQueries({ queryKey: [company, environment, 'holders', 'list'] });
  }, [company, environment, queries, status]);
  return holder;
}
