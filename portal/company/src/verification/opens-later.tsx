// A page that opens after verification: says so, and links to the missing steps.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { IconName } from '../../../shared/icons.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { useCompanyScope } from '../session.ts';
import { t } from '../words/t.ts';
import '../words/team.ts';
import '../words/verification.ts';

/** Replaces a page that is not open yet; `children` describe it. */
export function OpensLater({ icon, children }: { icon: IconName; children: string }) {
  const { path } = useCompanyScope();
  const action = (
    <Button component={Link} to={path('verification')} mt="sm">
      {t('verification.goThere')}
    </Button>
  );
  return (
    <div className="surface">
      <Empty icon={icon} title={t('verification.opensLater')} action={action}>
        {children}
      </Empty>
    </div>
  );
}

/** Replaces content that the person's role may not see. */
export function NotYours({ icon, children }: { icon: IconName; children: string }) {
  return (
    <div className="surface">
      <Empty icon={icon} title={t('team.notYours')}>
        {children}
      </Empty>
    </div>
  );
}
