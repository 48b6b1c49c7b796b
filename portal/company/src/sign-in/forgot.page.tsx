// A forgotten password.
import { ForgotDoor } from '../../../shared/forgot-door.tsx';
import { t } from '../words/t.ts';

/** Sends the link that sets a new password. */
export function Page() {
  return (
    <ForgotDoor
      base="/portal/auth"
      title={t('signIn.forgotTitle')}
      lead={t('signIn.forgotLead')}
      sent={(email) => t('signIn.forgotSent', { email })}
    />
  );
}
