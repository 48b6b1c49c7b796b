// The second step of signing in to the desk.
import { Anchor } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { Door } from '../../../shared/door.tsx';
import { nextPage, withNext } from '../../../shared/next.ts';
import { SecondFactorForm } from '../../../shared/second-factor-form.tsx';
import { queries } from '../queries.ts';
import { t } from '../words/t.ts';

/** Asks for the code of the app or a backup code. */
export function Page() {
  const navigate = useNavigate();
  const go = async () => {
    queries.clear();
    await navigate({ href: nextPage() });
  };
  return (
    <Door
      product={t('deskFrame.product')}
      title={t('signIn.secondFactor')}
      lead={t('signIn.secondFactorLead')}
      below={
        <Anchor component={Link} to="/sign-in" search={withNext() as never}>
          {t('signIn.backToSignIn')}
        </Anchor>
      }
    >
      <SecondFactorForm base="/desk/auth" onDone={() => void go()} />
    </Door>
  );
}
