// Target of an invitation link: joins the company once the invited person is signed in.
import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { auth } from '../../../shared/auth.ts';
import { answer, apiOf } from '../../../shared/client.ts';
import { Door } from '../../../shared/door.tsx';
import { withNext } from '../../../shared/next.ts';
import type { InvitationToMe } from '../../../shared/portal-api.ts';
import { Problem } from '../../../shared/problem.ts';
import { useWrite } from '../../../shared/queries.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { Time } from '../../../shared/time.tsx';
import { queries } from '../queries.ts';
import { meQuery, useMe } from '../session.ts';
import { roleWord } from '../team/roles.tsx';
import { t } from '../words/t.ts';
import '../words/invitation.ts';
import '../words/team.ts';

const statusOf = (error: unknown) => (error instanceof Problem ? error.status : undefined);

/** Shows the invitation to the invited person only. */
export function Page() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const invitation = useQuery({
    queryKey: ['invitation', id],
    queryFn: () => answer(apiOf().GET('/portal/v1/invitations/{id}', { params: { path: { id } } })),
  });
  if (invitation.data !== undefined) return <Accept invitation={invitation.data} />;
  if (statusOf(invitation.error) === 401) return <SignInFirst next={`/invitations/${id}`} />;
  if (statusOf(invitation.error) === 404) return <NotForYou next={`/invitations/${id}`} />;
  return (
    <Door title={t('invitation.title')}>
      {invitation.isError ? (
        <ProblemShown error={invitation.error} again={() => void invitation.refetch()} />
      ) : (
        <Skeleton height={96} />
      )}
    </Door>
  );
}

function Accept({ invitation: { id, companyName, role, expiresAt, invitedBy } }: { invitation: InvitationToMe }) {
  const navigate = useNavigate();
  const accept = useWrite({
    write: () => answer(apiOf().POST('/portal/v1/invitations/{id}/accept', { params: { path: { id } } })),
    onDone: (company) =>
      void queries
        .fetchQuery({ ...meQuery, staleTime: 0 })
        .then(() => navigate({ to: `/c/${company.id}/sandbox/overview` })),
  });
  return (
    <Door
      title={t('invitation.title')}
      lead={
        invitedBy === null
          ? t('invitation.leadOfCardwright', { company: companyName })
          : t('invitation.lead', { by: invitedBy, company: companyName })
      }
      below={
        <Anchor component={Link} to="/">
          {t('invitation.later')}
        </Anchor>
      }
    >
      <Stack gap="md">
        <Text size="sm">
          <strong>{t('invitation.role', { role: roleWord(role) })}</strong> {t(`team.help.${role}`)}
        </Text>
        <Text size="sm" c="dimmed">
          {t('invitation.expires')} <Time at={expiresAt} as="full" />
        </Text>
        {accept.error !== null && <ProblemShown error={accept.error} />}
        <Button fullWidth loading={accept.isPending} onClick={() => accept.mutate()}>
          {t('invitation.accept', { company: companyName })}
        </Button>
      </Stack>
    </Door>
  );
}

function SignInFirst({ next }: { next: string }) {
  const navigate = useNavigate();
  return (
    <Door title={t('invitation.title')} lead={t('invitation.signInLead')}>
      <Stack gap="sm">
        <Button fullWidth onClick={() => void navigate({ to: '/sign-in', search: { next } })}>
          {t('invitation.signIn')}
        </Button>
        <Button component={Link} to="/sign-up" search={withNext(next) as never} variant="default" fullWidth>
          {t('invitation.signUp')}
        </Button>
        <Text size="sm" c="dimmed" ta="center">
          {t('invitation.signUpHelp')}
        </Text>
      </Stack>
    </Door>
  );
}

function NotForYou({ next }: { next: string }) {
  const navigate = useNavigate();
  const me = useMe().data;
  const change = useWrite({
    write: () => auth('/portal/auth', 'sign-out', {}),
    onDone: () => {
      queries.clear();
      void navigate({ to: '/sign-in', search: { next } });
    },
  });
  return (
    <Door title={t('invitation.notFound')} lead={t('invitation.notFoundWhy')}>
      <Stack gap="sm">
        {me !== undefined && <Text size="sm">{t('invitation.signedInAs', { email: me.user.email })}</Text>}
        <Button component={Link} to="/" fullWidth>
          {t('invitation.home')}
        </Button>
        <Button variant="default" fullWidth loading={change.isPending} onClick={() => change.mutate()}>
          {t('invitation.otherAccount')}
        </Button>
      </Stack>
    </Door>
  );
}
