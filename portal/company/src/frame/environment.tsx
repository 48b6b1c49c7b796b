// The pages of an environment. Before verification almost nothing is readable, so most pages send no requests.
import { Outlet, useLocation } from '@tanstack/react-router';
import { Page as Sheet } from '../../../shared/page.tsx';
import { useCompany, useScope } from '../session.ts';
import { OpensLater } from '../verification/opens-later.tsx';
import { t } from '../words/t.ts';
import { navigationOf } from './navigation.ts';

/** Pages with their own notice before verification. */
const sayThemselves = /\/(fund|developers\/[a-z]+)$/;

/** The page of the address, or a notice that it opens after verification. */
export function EnvironmentPages() {
  const company = useCompany();
  const { environment } = useScope();
  const { pathname } = useLocation();
  if (company.verification === 'approved' || sayThemselves.test(pathname)) return <Outlet />;
  const items = navigationOf(company, environment).flatMap((group) => group.items);
  const title = items.find(({ to }) => pathname.startsWith(to))?.words ?? t('frame.overview');
  return (
    <Sheet key={pathname} title={title}>
      <OpensLater icon="shield">{t('verification.laterAll')}</OpensLater>
    </Sheet>
  );
}
