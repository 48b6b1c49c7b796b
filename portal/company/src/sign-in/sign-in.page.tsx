// Signing in.
import { Anchor } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Door } from '../../../shared/door.tsx';
import { askedFor, nextPage, withNext } from '../../../shared/next.ts';
import { knowsPasskeys } from '../../../shared/passkeys/lazy.tsx';
import { SignInForm } from '../../../shared/sign-in-form.tsx';
import { Notice } from '../../../shared/states/problem.tsx';
import { queries } from '../queries.ts';
import { t } from '../words/t.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';

/** Development builds only; other builds have neither the button nor its chunk. */
const DemoPeople =
  import.meta.env.MODE === 'development'
    ? lazy(async () => ({ default: (await import('./demo-people.tsx')).DemoPeople }))
    : undefined;

/** Email and password, then the second factor if there is one. */
export function Page() {
  const navigate = useNavigate();
  const go = async (next: 'signed_in' | 'second_factor') => {
    if (next === 'second_factor') return navigate({ to: '/second-factor', search: withNext() });
    queries.clear();
    return navigate({ href: nextPage() });
  };
  return (
    <Door
      title={t('signIn.title')}
      lead={t('signIn.lead')}
      below={
        <>
          {t('signIn.new')}{' '}
          <Anchor component={Link} to="/sign-up" search={withNext() as never}>
            {t('signIn.toSignUp')}
          </Anchor>
        </>
      }
    >
      {askedFor('ended') !== '' && <Notice title={t('signIn.ended')}>{t('signIn.endedNext')}</Notice>}
      <SignInForm base="/portal/auth" onDone={(next) => void go(next)}>
        <Anchor component={Link} to="/forgot" size="sm">
          {t('signIn.forgot')}
        </Anchor>
      </SignInForm>
      {knowsPasskeys() && <PasskeySignIn onDone={() => void go('signed_in')} />}
      {DemoPeople !== undefined && (
        <Suspense>
          <DemoPeople onDone={() => void go('signed_in')} />
        </Suspense>
      )}
    </Door>
  );
}
