// Says before a form that it needs two-factor authentication, to people who have not set it up.
import { Anchor, Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Notice } from '../../../shared/states/problem.tsx';
import { useCompanyScope, useMe } from '../session.ts';
import { t } from '../words/t.ts';
import '../words/security.ts';

/** The fragment of the security page that opens the set-up. */
export const SET_UP = 'set-up';

const useIsMissing = () => useMe().data?.user.hasSecondFactor === false;

/** Replaces a form that the server would refuse; undefined for people with two-factor authentication. */
export function useSecondFactorFirst(): ReactNode | undefined {
  const isMissing = useIsMissing();
  const { path } = useCompanyScope();
  if (!isMissing) return undefined;
  return (
    <Stack gap="md">
      <Notice kind="warning">{t('security.first')}</Notice>
      <Group justify="flex-end" className="actions">
        <Button component={Link} to={path('security')} hash={SET_UP} data-autofocus>
          {t('security.firstAction')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Above a form of which a part needs two-factor authentication; `children` name the part. */
export function PartNeedsSecondFactor({ children }: { children: string }) {
  const isMissing = useIsMissing();
  const { path } = useCompanyScope();
  if (!isMissing) return null;
  return (
    <Notice kind="warning">
      {children}{' '}
      <Anchor component={Link} to={path('security')} hash={SET_UP} inherit>
        {t('security.turnOn')}
      </Anchor>
    </Notice>
  );
}
