// The frame of the desk. It requires a session and a second factor.
import { Container } from '@mantine/core';
import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useColour } from '../../../shared/accent.ts';
import { AccountMenu } from '../../../shared/account-menu.tsx';
import { Banner, Frame, type NavigationGroup } from '../../../shared/frame.tsx';
import type { IconName } from '../../../shared/icons.tsx';
import { Problem } from '../../../shared/problem.ts';
import { FrameBroken } from '../../../shared/states/frame-broken.tsx';
import { PageSkeleton } from '../../../shared/states/skeletons.tsx';
import { ToSignIn } from '../../../shared/to-sign-in.tsx';
import { hasPage } from '../routes.ts';
import { useMe, useSignOut } from '../session.ts';
import { t } from '../words/t.ts';

const item = (page: string, words: string, icon: IconName) => (hasPage(page) ? [{ to: `/${page}`, words, icon }] : []);

const navigation: readonly NavigationGroup[] = [
  {
    words: t('deskFrame.groupWatch'),
    items: [
      ...item('status', t('deskFrame.status'), 'overview'),
      ...item('reconciliation', t('deskFrame.reconciling'), 'operations'),
      ...item('jobs', t('deskFrame.jobs'), 'refresh'),
      ...item('audit', t('deskFrame.audit'), 'events'),
      ...item('recovery', t('deskFrame.recovery'), 'undo'),
    ],
  },
  {
    words: t('deskFrame.groupDecide'),
    items: [
      ...item('reviews', t('deskFrame.reviews'), 'eye'),
      ...item('proposals', t('deskFrame.proposals'), 'check'),
      ...item('verifications', t('deskFrame.verifications'), 'shield'),
    ],
  },
  {
    words: t('deskFrame.groupManage'),
    items: [
      ...item('companies', t('deskFrame.companies'), 'building'),
      ...item('products', t('deskFrame.products'), 'services'),
      ...item('pauses', t('deskFrame.pauses'), 'pause'),
      ...item('operators', t('deskFrame.operators'), 'people'),
    ],
  },
];

/** Redirects visitors to sign-in, and operators without a second factor to its set-up. */
export function DeskFrame() {
  useColour('desk');
  const me = useMe();
  const signOut = useSignOut();
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
  const { operator, recovering } = me.data;
  return (
    <Frame
      product={t('deskFrame.product')}
      home="/status"
      navigation={navigation}
      banner={recovering && <Recovering />}
      bottom={<AccountMenu name={operator.name} email={operator.email} onSignOut={() => void signOut()} />}
    >
      <Outlet />
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
