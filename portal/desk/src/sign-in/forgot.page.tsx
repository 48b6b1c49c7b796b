// The first password, or a forgotten one.
import { ForgotDoor } from '../../../shared/forgot-door.tsx';
import { t } from '../words/t.ts';

/** Sends the link that sets a password. */
export function Page() {
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
