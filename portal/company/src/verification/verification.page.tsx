// Verification: status, missing parts, and the form.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import type { Verification } from '../../../shared/portal-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { PageSkeleton } from '../../../shared/states/skeletons.tsx';
import { Snippet } from '../reference/snippet.tsx';
import { useCompanyScope } from '../session.ts';
import { useMay } from '../team/may.ts';
import { t } from '../words/t.ts';
import { Documents } from './documents.tsx';
import { Fields } from './fields.tsx';
import { Standing } from './standing.tsx';

/** The verification of a company. */
export function Page() {
  const { api, key } = useCompanyScope();
  const verification = useQuery({
    queryKey: key('verification'),
    queryFn: () => answer(api.GET('/portal/v1/verification')),
  });
  return (
    <Sheet title={t('verification.title')} lead={t('verification.lead')}>
      {verification.isPending && <PageSkeleton />}
      {verification.isError && <ProblemShown error={verification.error} again={() => void verification.refetch()} />}
      {verification.data !== undefined && <Shown verification={verification.data} />}
    </Sheet>
  );
}

function Shown({ verification }: { verification: Verification }) {
  const { key } = useCompanyScope();
  const queries = useQueryClient();
  const may = useMay();
  const [unsaved, setUnsaved] = useState(false);
  const isOpen = verification.state === 'draft' || verification.state === 'rejected';
  const mayChange = isOpen && may.verify;
  const changed = (now: Verification) => queries.setQueryData(key('verification'), now);
  return (
    <Stack gap="lg">
      <Standing verification={verification} />
      {isOpen && !may.verify && <Notice>{t('verification.ownersOnly')}</Notice>}
      {verification.state === 'submitted' && <Meanwhile />}
      <Fields verification={verification} mayChange={mayChange} onChanged={changed} onUnsaved={setUnsaved} />
      <Documents verification={verification} mayChange={mayChange} onChanged={changed} />
      {mayChange && <Submit missing={verification.missing.length} unsaved={unsaved} onChanged={changed} />}
      {isOpen && <Meanwhile />}
    </Stack>
  );
}

type SubmitProps = { missing: number; unsaved: boolean; onChanged: (now: Verification) => void };

function Submit({ missing, unsaved, onChanged }: SubmitProps) {
  const { api } = useCompanyScope();
  const [asking, setAsking] = useState(false);
  const submit = useWrite({
    write: () => answer(api.POST('/portal/v1/verification/submit')),
    changes: [['me']],
    onDone: (now) => {
      onChanged(now);
      setAsking(false);
    },
  });
  return (
    <Group justify="flex-end">
      <Text size="sm" c="dimmed">
        {unsaved ? t('verification.saveFirst') : missing > 0 && t('verification.missingFirst', { count: missing })}
      </Text>
      <Button size="md" disabled={unsaved || missing > 0} onClick={() => setAsking(true)}>
        {t('verification.submit')}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('verification.submitTitle')}
        action={t('verification.submit')}
        pending={submit.isPending}
        error={submit.error}
        onConfirm={() => submit.mutate()}
      >
        {t('verification.submitWhy')}
      </Confirm>
    </Group>
  );
}

function Meanwhile() {
  const { path } = useCompanyScope();
  return (
    <Section title={t('verification.meanwhile')}>
      <Stack gap="sm" px="lg" pb="lg">
        <Text size="sm" c="dimmed" maw={680}>
          {t('verification.meanwhileWhy')}
        </Text>
        <Snippet name={t('verification.meanwhileCommand')} text={'npm ci\nnpm run dev'} />
        <Text size="sm">
          <Anchor component={Link} to={path('sandbox/developers/reference')}>
            {t('verification.reference')}
          </Anchor>
        </Text>
      </Stack>
    </Section>
  );
}
