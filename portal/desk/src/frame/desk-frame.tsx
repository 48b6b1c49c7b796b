// The frame of the desk. It requires a session and a second factor.
import { Container } from '@mantine/core';
import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import { AccountMenu } from '../../../shared/account-menu.tsx';
import { FindButton, useFindKeys } from '../../../shared/find/find-button.tsx';
import { Banner, Frame, type NavigationGroup } from '../../../shared/frame.tsx';
import { Problem } from '../../../shared/problem.ts';
import { FrameBroken } from '../../../shared/states/frame-broken.tsx';
import { PageSkeleton } from '../../../shared/states/skeletons.tsx';
import { ToSignIn } from '../../../shared/to-sign-in.tsx';
import { useMe, useSignOut } from '../session.ts';
import { useWaiting, type Waiting } from '../status/waiting.ts';
import { t } from '../words/t.ts';
import { navigation } from './navigation.ts';

const Find = lazy(async () => ({ default: (await import('../find/find.tsx')).Find }));

/** The navigation with what waits on each page. */
const withCounts = (waiting: readonly Waiting[]): readonly NavigationGroup[] =>
  navigation.map(({ words, items }) => ({
    ...(words === undefined ? {} : { words }),
    items: items.map((one) => {
      const count = waiting.find(({ to }) => to === one.to)?.count;
      return count === undefined ? one : { ...one, waiting: { count, words: t('deskFrame.waiting') } };
    }),
  }));

/** Redirects visitors to sign-in, and operators without a second factor to its set-up. */
export function DeskFrame() {
  const me = useMe();
  if (me.error instanceof Problem && me.error.status === 401) return <ToSignIn ended={me.data !== undefined} />;
  if (me.error instanceof Problem && me.error.code === 'second_factor_missing')
    return <Navigate to="/set-up" replace />;
  if (me.isError && me.data === undefined)
    return <FrameBroken error={me.error} again={() => void me.refetch()} product={t('deskFrame.product')} />;
  if (me.data === undefined)
    return (
      <Container component="main" py="xl">
        <PageSkeleton />
      </Container>
    );
  return <Framed me={me.data} />;
}

function Framed({ me: { operator, recovering } }: { me: NonNullable<ReturnType<typeof useMe>['data']> }) {
  const signOut = useSignOut();
  const [finding, setFinding] = useState(false);
  const find = useCallback(() => setFinding(true), []);
  useFindKeys(find);
  return (
    <Frame
      product={t('deskFrame.product')}
      home="/status"
      navigation={withCounts(useWaiting())}
      top={<FindButton onOpen={find} />}
      banner={recovering && <Recovering />}
      bottom={<AccountMenu name={operator.name} email={operator.email} onSignOut={() => void signOut()} />}
    >
      <Outlet />
      {finding && (
        <Suspense fallback={null}>
          <Find onClose={() => setFinding(false)} />
        </Suspense>
      )}
    </Frame>
  );
}

/** Every page says why its actions are refused; the page of the recovery says more. */
function Recovering() {
  const { pathname } = useLocation();
  if (pathname === '/recovery') return null;
  return (
    <Banner tone="red" icon="lock">
      {t('deskFrame.recovering')} <Link to="/recovery">{t('deskFrame.toRecovery')}</Link>
    </Banner>
  );
}
