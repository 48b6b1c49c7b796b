// Which operator is signed in.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { auth } from '../../shared/auth.ts';
import { answer, deskApi } from '../../shared/client.ts';
import { queries } from './queries.ts';

/** Who is signed in; the frame lets no page show before this is known. */
export const useMe = () =>
  useQuery({ queryKey: ['me'], queryFn: () => answer(deskApi.GET('/desk/v1/me')), staleTime: 60_000 });

/** Ends the session and forgets every answer. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await auth('/desk/auth', 'sign-out', {});
    await navigate({ to: '/sign-in' });
    queries.clear(); // afterwards: a page that is still there would ask again, as nobody
  };
}
