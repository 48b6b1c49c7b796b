// The first password, or a forgotten one.
import { useColour } from '../../../shared/accent.ts';
import { ForgotDoor } from '../../../shared/forgot-door.tsx';
import { t } from '../words/t.ts';

/** Sends the link that sets a password. */
export function Page() {
  useColour('desk');
  return (
    <ForgotDoor
      base="/desk/auth"
      product={t('deskFrame.product')}
      title={t('deskFrame.forgotTitle')}
      lead={t('deskFrame.forgotLead')}
      sent={(email) => t('deskFrame.forgotSent', { email })}
    />
  );
}
