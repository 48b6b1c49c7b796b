// The team: members, pending invitations, and roles.
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Icon } from '../../../shared/icons.tsx';
import { Page as Sheet } from '../../../shared/page.tsx';
import type { Team } from '../../../shared/portal-api.ts';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { SectionSkeleton } from '../../../shared/states/skeletons.tsx';
import { useCompany, useCompanyScope } from '../session.ts';
import { t } from '../words/t.ts';
import { Invitations, Invite } from './invitations.tsx';
import { useMay } from './may.ts';
import { Members } from './members.tsx';
import { RoleTable } from './roles.tsx';
import '../words/team.ts';

/** Everyone sees the members; owners change them. */
export function Page() {
  const { api, key } = useCompanyScope();
  const { name } = useCompany();
  const may = useMay();
  const [inviting, setInviting] = useState(false);
  const team = useQuery({ queryKey: key('team'), queryFn: () => answer(api.GET('/portal/v1/team')) });
  const invite = may.manageTeam && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setInviting(true)}>
      {t('team.invite')}
    </Button>
  );
  return (
    <Sheet title={t('team.title')} lead={t('team.lead', { name })} actions={invite}>
      {team.isPending && <SectionSkeleton rows={4} />}
      {team.isError && <ProblemShown error={team.error} again={() => void team.refetch()} />}
      {team.data !== undefined && <Shown team={team.data} />}
      <Invite opened={inviting} onClose={() => setInviting(false)} />
    </Sheet>
  );
}

function Shown({ team: { members, invitations } }: { team: Team }) {
  const may = useMay();
  const isAlone = members.length === 1 && invitations.length === 0;
  return (
    <Stack gap="lg">
      {isAlone && may.manageTeam && <Notice>{t('team.alone')}</Notice>}
      <Members members={members} />
      {invitations.length > 0 && <Invitations invitations={invitations} />}
      {invitations.length === 0 && !isAlone && (
        <Text size="sm" c="dimmed">
          {t('team.noInvitations')}
        </Text>
      )}
      <RoleTable />
    </Stack>
  );
}
