// Whether the database is verified, and what it lost.
import { queryOptions } from '@tanstack/react-query';
import { answer, deskApi } from '../../../shared/client.ts';
import type { Recovery } from '../../../shared/desk-api.ts';

/** Behind a fence each answer compares the whole store with the database. */
const FENCED_POLL_MS = 15_000;

/** A verification, or the end of a fence, takes seconds. */
const UNVERIFIED_POLL_MS = 2_000;

const VERIFIED_POLL_MS = 30_000;

function pollMs(shown: Recovery | undefined): number {
  if (shown?.recovering === true) return FENCED_POLL_MS;
  return shown?.isVerified === false ? UNVERIFIED_POLL_MS : VERIFIED_POLL_MS;
}

/** Polls without overlap, because an answer behind a fence may take longer than the interval. */
export const recoveryQuery = queryOptions({
  queryKey: ['recovery'],
  queryFn: () => answer(deskApi.GET('/desk/v1/recovery')),
  refetchInterval: ({ state: { data } }) => pollMs(data),
});
