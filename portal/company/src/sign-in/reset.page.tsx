// Target of the password reset link.
import { ResetDoor } from '../../../shared/reset-door.tsx';
import { t } from '../words/t.ts';

/** Sets the new password. */
export function Page() {
  return <ResetDoor base="/portal/auth" title={t('signIn.resetTitle')} done={t('signIn.resetDoneWhy')} />;
}
