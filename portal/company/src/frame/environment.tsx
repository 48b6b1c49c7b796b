// The pages of an environment. Before verification almost nothing is readable, so most pages send no requests.
import { Outlet, useLocation } from '@tanstack/react-router';
import { Page as Sheet } from '../../../shared/page.tsx';
import type { Environment } from '../../../shared/portal-api.ts';
import { AheadMs } from '../../../shared/time.tsx';
import { useAheadMs } from '../company-time.ts';
import { useCompany, useMe, useScope } from '../session.ts';
import { OpensLater } from '../verification/opens-later.tsx';
import { t } from '../words/t.ts';
import { navigationOf } from './navigation.ts';
import '../words/verification.ts';

/** Pages with their own notice before verification. */
const sayThemselves = /\/(fund|developers\/[a-z]+)$/;

/** Keys and webhook deliveries have real times; everything else has the company's. */
const haveRealTimes = /\/developers\/(keys|webhooks)(\/|$)/;

/** The page of the address, or a notice that it opens after verification. */
export function EnvironmentPages() {
  const company = useCompany();
  const { environment } = useScope();
  const me = useMe();
  const { pathname } = useLocation();
  if (company.verification === 'approved')
    return haveRealTimes.test(pathname) ? <Outlet /> : <InCompanyTime environment={environment} />;
  if (sayThemselves.test(pathname)) return <Outlet />;
  const items = navigationOf(company, environment, me.data).flatMap((group) => group.items);
  const title = items.find(({ to }) => pathname.startsWith(to))?.words ?? t('frame.overview');
  return (
    <Sheet key={pathname} title={title}>
      <OpensLater icon="shield">{t('verification.laterAll')}</OpensLater>
    </Sheet>
  );
}

/** Pages that count "3 hours ago" from the company's time. A live clock is never ahead. */
function InCompanyTime({ environment }: { environment: Environment }) {
  const aheadMs = useAheadMs(environment === 'sandbox') ?? 0;
  return (
    <AheadMs value={aheadMs}>
      <Outlet />
    </AheadMs>
  );
}
