// Approve or reject a submission. The server refuses a decision about a submission other than the one shown.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import type { Verification } from '../../../shared/desk-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { tell } from '../frame/told.ts';
import { WithReason } from '../frame/with-reason.tsx';
import { t } from '../words/t.ts';

type Verb = 'approve' | 'reject';

const words = {
  approve: {
    button: t('deskVerifications.approve'),
    title: t('deskVerifications.approveTitle'),
    readers: t('deskVerifications.approveReaders'),
    done: t('deskVerifications.approved'),
  },
  reject: {
    button: t('deskVerifications.reject'),
    title: t('deskVerifications.rejectTitle'),
    readers: t('deskVerifications.rejectReaders'),
    done: t('deskVerifications.rejected'),
  },
} as const;

/** The two buttons of a pending submission. A new submission remounts them, so that no dialog carries over. */
export function Decide({ verification }: { verification: Verification }) {
  const [verb, setVerb] = useState<Verb>();
  if (verification.state !== 'submitted') return null;
  return (
    <>
      <Button variant="default" onClick={() => setVerb('reject')}>
        {words.reject.button}
      </Button>
      <Button onClick={() => setVerb('approve')}>{words.approve.button}</Button>
      {verb !== undefined && (
        <DecideDialog verb={verb} verification={verification} onClose={() => setVerb(undefined)} />
      )}
    </>
  );
}

type Props = { verb: Verb; verification: Verification; onClose: () => void };

function DecideDialog({ verb, verification: { company, submittedAt }, onClose }: Props) {
  const decide = useWrite({
    write: (reason: string) => {
      const body = { reason, ...(submittedAt === null ? {} : { submittedAt }) };
      return answer(
        deskApi.POST(`/desk/v1/verifications/{id}/${verb}`, { params: { path: { id: company.id } }, body }),
      );
    },
    changes: [['verifications'], ['companies']],
    onDone: () => {
      tell(words[verb].done);
      onClose();
    },
  });
  const { title, button, readers } = words[verb];
  return (
    <WithReason
      opened
      onClose={onClose}
      title={title}
      action={button}
      readers={readers}
      danger={verb === 'reject'}
      onAction={(reason) => decide.mutate(reason)}
      pending={decide.isPending}
      error={decide.error}
    >
      {verb === 'approve'
        ? t('deskVerifications.approveWhy', { name: company.name })
        : t('deskVerifications.rejectWhy', { name: company.name })}
    </WithReason>
  );
}
