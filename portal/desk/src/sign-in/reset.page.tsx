// Where the link of the mail leads: the first password of an operator, or a new one.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useColour } from '../../../shared/accent.ts';
import { ResetDoor } from '../../../shared/reset-door.tsx';
import { t } from '../words/t.ts';

/** Sets the password. The second factor stays as it is, or is set up after the sign-in. */
export function Page() {
  useColour('desk');
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
