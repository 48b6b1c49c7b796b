// The frame of a company's pages. Only members get in.
import { Anchor, Container, Menu } from '@mantine/core';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { AccountMenu } from '../../../shared/account-menu.tsx';
import { FindButton, useFindKeys } from '../../../shared/find/find-button.tsx';
import { Banner, Frame } from '../../../shared/frame.tsx';
import { Icon } from '../../../shared/icons.tsx';
import { type LiveState, useLive } from '../../../shared/live.ts';
import { NotFoundAlone } from '../../../shared/not-found.tsx';
import type { Company, Environment, Me } from '../../../shared/portal-api.ts';
import { Problem } from '../../../shared/problem.ts';
import { FrameBroken } from '../../../shared/states/frame-broken.tsx';
import { PageSkeleton } from '../../../shared/states/skeletons.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { ToSignIn } from '../../../shared/to-sign-in.tsx';
import { hasPage } from '../routes.ts';
import { CompanyShown, useMe, useSignOut } from '../session.ts';
import { UnverifiedBanner } from '../verification/banner.tsx';
import { t } from '../words/t.ts';
import { CompanySwitch } from './company-switch.tsx';
import { navigationOf } from './navigation.ts';

const Find = lazy(async () => ({ default: (await import('../find/find.tsx')).Find }));

/** Waits for the session, then shows the company; visitors without a session go to sign-in. */
export function CompanyFrame() {
  const me = useMe();
  const { company: id, environment } = useParams({ strict: false }) as { company?: string; environment?: string };
  if (me.error instanceof Problem && me.error.status === 401) return <ToSignIn ended={me.data !== undefined} />;
  if (me.isError && me.data === undefined) return <FrameBroken error={me.error} again={() => void me.refetch()} />;
  if (me.data === undefined)
    return (
      <Container component="main" py="xl">
        <PageSkeleton />
      </Container>
    );
  const company = me.data.companies.find((one) => one.id === id);
  const known = environment === undefined || environment === 'sandbox' || environment === 'live';
  if (company === undefined || !known) return <NotFoundAlone />;
  return <Framed key={company.id} me={me.data} company={company} environment={environment} />;
}

type Props = { me: Me; company: Company; environment: Environment | undefined };

function Framed({ me, company, environment }: Props) {
  // Pages of the whole company link back to the environment shown last.
  const [last, setLast] = useState<Environment>(environment ?? 'sandbox');
  useEffect(() => {
    if (environment !== undefined) setLast(environment);
  }, [environment]);
  const live = useLive(company.id, company.verification === 'approved' ? environment : undefined);
  const signOut = useSignOut();
  const [finding, setFinding] = useState(false);
  const find = useCallback(() => setFinding(true), []);
  useFindKeys(find);
  const account = (
    <AccountMenu name={me.user.name} email={me.user.email} onSignOut={() => void signOut()}>
      {hasPage('security') && (
        <Menu.Item component={Link} to={`/c/${company.id}/security`} leftSection={<Icon name="lock" size={16} />}>
          {t('frame.security')}
        </Menu.Item>
      )}
    </AccountMenu>
  );
  return (
    <Frame
      product={t('frame.product')}
      home={`/c/${company.id}/${last}/overview`}
      navigation={navigationOf(company, last, me)}
      top={
        <>
          <CompanySwitch me={me} company={company} environment={environment ?? last} />
          <FindButton onOpen={find} />
        </>
      }
      mark={environment !== undefined && <EnvironmentBadge environment={environment} />}
      bottom={account}
      banner={<Banners company={company} environment={environment} live={live} />}
    >
      <CompanyShown value={company}>
        <Outlet />
        {finding && (
          <Suspense fallback={null}>
            <Find environment={last} onClose={() => setFinding(false)} />
          </Suspense>
        )}
      </CompanyShown>
    </Frame>
  );
}

type BannersProps = { company: Company; environment: Environment | undefined; live: LiveState };

function Banners({ company, environment, live }: BannersProps) {
  return (
    <>
      {environment === 'sandbox' && (
        <Banner tone="amber" icon="sandbox">
          {t('frame.sandboxBanner')}{' '}
          <Anchor component={Link} to={`/c/${company.id}/live/overview`} inherit underline="always">
            {t('frame.toLive')}
          </Anchor>
        </Banner>
      )}
      {company.suspended && (
        <Banner tone="red" icon="pause">
          {t('frame.suspended', { name: company.name })} {company.suspensionReason}
        </Banner>
      )}
      {company.verification !== 'approved' && <UnverifiedBanner company={company} />}
      {live === 'lost' && (
        <Banner tone="blue" icon="refresh">
          {t('frame.liveLost')}
        </Banner>
      )}
    </>
  );
}
