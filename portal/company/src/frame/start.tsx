// The start page redirects.
import { Container } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { Problem } from '../../../shared/problem.ts';
import { FrameBroken } from '../../../shared/states/frame-broken.tsx';
import { PageSkeleton } from '../../../shared/states/skeletons.tsx';
import { useMe } from '../session.ts';

/** Redirects to sign-in, to creating a company, or to the first company. */
export function Start() {
  const me = useMe();
  if (me.error instanceof Problem && me.error.status === 401) return <Navigate to="/sign-in" replace />;
  if (me.isError) return <FrameBroken error={me.error} again={() => void me.refetch()} />;
  if (me.isPending)
    return (
      <Container component="main" py="xl">
        <PageSkeleton />
      </Container>
    );
  const [first] = me.data.companies;
  return <Navigate to={first === undefined ? '/welcome' : `/c/${first.id}/sandbox/overview`} replace />;
}
