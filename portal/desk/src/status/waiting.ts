// Decisions and repairs that wait for an operator, by the page that resolves them.
import { useQuery } from '@tanstack/react-query';
import { answer, deskApi } from '../../../shared/client.ts';
import type { DeskStatus } from '../../../shared/desk-api.ts';

const places = ['/reviews', '/proposals', '/verifications', '/jobs'] as const;

export type Waiting = { to: (typeof places)[number]; count: number };

type Name<Place extends string> = Place extends `/${infer Rest}` ? Rest : never;

/** The name of a page in the catalogue. */
export const nameOf = (to: Waiting['to']) => to.slice(1) as Name<Waiting['to']>;

/** The status of the desk. */
export const statusQuery = {
  queryKey: ['status'],
  queryFn: (): Promise<DeskStatus> => answer(deskApi.GET('/desk/v1/status')),
} as const;

/** The menu's counts may be half a minute old. */
const STALE_MS = 30_000;

/** What waits for an operator; empty until it is known. */
export function useWaiting(): readonly Waiting[] {
  const status = useQuery({ ...statusQuery, staleTime: STALE_MS });
  return status.data === undefined ? [] : waitingIn(status.data);
}

/** What waits for an operator: reviews that no further check decides, cases, proposals, verifications, parked work. */
export function waitingIn({ reviews, invoices, backlogs, work }: DeskStatus): readonly Waiting[] {
  const backlog = (name: DeskStatus['backlogs'][number]['backlog']) =>
    sum(backlogs.filter((one) => one.backlog === name).map(({ waiting }) => waiting));
  const counts: Record<Waiting['to'], number> = {
    '/reviews':
      sum(reviews.map(({ forPeople }) => forPeople)) +
      sum(invoices.filter(({ state }) => state === 'review').map((row) => row.invoices)) +
      backlog('cases'),
    '/proposals': backlog('proposals'),
    '/verifications': backlog('verifications'),
    '/jobs': sum(work.map(({ parked }) => parked)) + backlog('unplaced'),
  };
  return places.map((to) => ({ to, count: counts[to] })).filter(({ count }) => count > 0);
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
