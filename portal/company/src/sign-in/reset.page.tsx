// Where the link of the mail for a forgotten password leads.
import { ResetDoor } from '../../../shared/reset-door.tsx';
import { t } from '../words/t.ts';

/** Sets the new password. */
export function Page() {
  return <ResetDoor base="/portal/auth" title={t('signIn.resetTitle')} done={t('signIn.resetDoneWhy')} />;
}
