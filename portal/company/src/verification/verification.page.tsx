// Verification: status, missing parts, the form, and what follows.
import { Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../../shared/client.ts';
import { Page as Sheet } from '../../../shared/page.tsx';
import type { Verification } from '../../../shared/portal-api.ts';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { FormSkeleton } from '../../../shared/states/skeletons.tsx';
import { useCompanyScope } from '../session.ts';
import { useMay } from '../team/may.ts';
import { t } from '../words/t.ts';
import { AfterApproval } from './after-approval.tsx';
import { Documents } from './documents.tsx';
import { Editable } from './editable.tsx';
import { Fields } from './fields.tsx';
import { Standing } from './standing.tsx';
import '../words/verification.ts';

/** The verification of a company. */
export function Page() {
  const { api, key } = useCompanyScope();
  const verification = useQuery({
    queryKey: key('verification'),
    queryFn: () => answer(api.GET('/portal/v1/verification')),
  });
  return (
    <Sheet title={t('verification.title')} lead={t('verification.lead')}>
      {verification.isPending && <FormSkeleton />}
      {verification.isError && <ProblemShown error={verification.error} again={() => void verification.refetch()} />}
      {verification.data !== undefined && <Shown verification={verification.data} />}
    </Sheet>
  );
}

function Shown({ verification }: { verification: Verification }) {
  const { key } = useCompanyScope();
  const queries = useQueryClient();
  const may = useMay();
  const isOpen = verification.state === 'draft' || verification.state === 'rejected';
  const changed = (now: Verification) => {
    void queries.cancelQueries({ queryKey: key('verification') }); // a refetch under way would bring an older answer
    queries.setQueryData(key('verification'), now);
  };
  return (
    <Stack gap="lg">
      <Standing verification={verification} />
      {isOpen && !may.verify && <Notice>{t('verification.ownersOnly')}</Notice>}
      {verification.state !== 'approved' && <AfterApproval />}
      {isOpen && may.verify ? (
        <Editable verification={verification} onChanged={changed} />
      ) : (
        <>
          <Fields verification={verification} draft={undefined} whole={false} />
          <Documents verification={verification} mayChange={false} whole={false} onChanged={changed} />
        </>
      )}
    </Stack>
  );
}
