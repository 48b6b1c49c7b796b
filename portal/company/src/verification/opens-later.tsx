// A page that opens once the company is verified: says so, and leads to what is missing.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { IconName } from '../../../shared/icons.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { useCompanyScope } from '../session.ts';
import { t } from '../words/t.ts';

/** Stands in place of what is not open yet; `children` say what it will be. */
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

/** Stands in place of what the role of the person does not see. */
export function NotYours({ icon, children }: { icon: IconName; children: string }) {
  return (
    <div className="surface">
      <Empty icon={icon} title={t('team.notYours')}>
        {children}
      </Empty>
    </div>
  );
}
