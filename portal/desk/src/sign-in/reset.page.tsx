// Target of the password link: an operator's first password, or a new one.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ResetDoor } from '../../../shared/reset-door.tsx';
import { t } from '../words/t.ts';

/** Sets the password. An existing second factor stays; a new one is set up after sign-in. */
export function Page() {
  return (
    <ResetDoor
      base="/desk/auth"
      product={t('deskFrame.product')}
      title={t('deskFrame.resetTitle')}
      lead={t('deskFrame.resetLead')}
      done={t('deskFrame.resetDoneWhy')}
      below={
        <Anchor component={Link} to="/forgot">
          {t('deskFrame.newLink')}
        </Anchor>
      }
    />
  );
}
