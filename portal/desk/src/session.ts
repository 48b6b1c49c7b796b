// The signed-in operator.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { auth } from '../../shared/auth.ts';
import { answer, deskApi } from '../../shared/client.ts';
import { queries } from './queries.ts';

/** While writes are refused, their end is noticed within this time. */
const RECOVERING_POLL_MS = 3_000;

/** The signed-in operator; the frame shows no page before this is known. */
export const useMe = () =>
  useQuery({
    queryKey: ['me'],
    queryFn: () => answer(deskApi.GET('/desk/v1/me')),
    staleTime: 60_000,
    refetchInterval: ({ state: { data } }) => data?.recovering === true && RECOVERING_POLL_MS,
  });

/** Ends the session and clears the cache. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await auth('/desk/auth', 'sign-out', {});
    await navigate({ to: '/sign-in' });
    queries.clear(); // last: mounted pages would otherwise refetch without a session
  };
}
