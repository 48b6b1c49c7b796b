// Target of the confirmation link.
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { auth } from '../../../shared/auth.ts';
import { Door } from '../../../shared/door.tsx';
import { askedFor, withNext } from '../../../shared/next.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { t } from '../words/t.ts';

/** Confirms the address on load. A link works once, so the response is cached. */
export function Page() {
  const token = askedFor('token');
  const confirmed = useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => auth('/portal/auth', `verify-email?${new URLSearchParams({ token })}`),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (confirmed.isPending) return <Door title={t('signIn.verifying')}>{null}</Door>;
  if (confirmed.isError)
    return (
      <Door title={t('signIn.verifyFailed')}>
        <ProblemShown error={confirmed.error} />
        <Anchor component={Link} to="/sign-in" search={withNext() as never} size="sm" ta="center">
          {t('signIn.backToSignIn')}
        </Anchor>
      </Door>
    );
  return (
    <Door title={t('signIn.verified')} lead={t('signIn.verifiedWhy')}>
      <Button component={Link} to="/sign-in" search={withNext() as never} fullWidth>
        {t('signIn.title')}
      </Button>
    </Door>
  );
}
