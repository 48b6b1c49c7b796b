// Sign in to the desk: email and password, then always the second factor.
import { Anchor } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { Door } from '../../../shared/door.tsx';
import { askedFor, nextPage, withNext } from '../../../shared/next.ts';
import { SignInForm } from '../../../shared/sign-in-form.tsx';
import { Notice } from '../../../shared/states/problem.tsx';
import { queries } from '../queries.ts';
import { t } from '../words/t.ts';

/** The first step; the frame redirects an operator without a second factor to its set-up. */
export function Page() {
  const navigate = useNavigate();
  const go = async (next: 'signed_in' | 'second_factor') => {
    queries.clear();
    if (next === 'second_factor') return navigate({ to: '/second-factor', search: withNext() } as never);
    return navigate({ href: nextPage() });
  };
  return (
    <Door
      product={t('deskFrame.product')}
      title={t('deskFrame.signIn')}
      lead={t('deskFrame.signInLead')}
      below={
        <Anchor component={Link} to="/forgot">
          {t('deskFrame.forgot')}
        </Anchor>
      }
    >
      {askedFor('ended') !== '' && <Notice title={t('signIn.ended')}>{t('signIn.endedNext')}</Notice>}
      <SignInForm base="/desk/auth" onDone={(next) => void go(next)} />
    </Door>
  );
}
