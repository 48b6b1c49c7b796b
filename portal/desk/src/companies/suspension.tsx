// Suspend a company's writes, and lift the suspension.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import type { Company } from '../../../shared/desk-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { tell } from '../frame/told.ts';
import { WithReason } from '../frame/with-reason.tsx';
import { t } from '../words/t.ts';

/** The button for the company's status. An open dialog never turns into the opposite action. */
export function Suspension({ company }: { company: Company }) {
  const [asked, setAsked] = useState<'suspend' | 'resume'>();
  const close = () => setAsked(undefined);
  const isSuspended = company.suspendedAt !== null;
  return (
    <>
      <Button variant="default" onClick={() => setAsked(isSuspended ? 'resume' : 'suspend')}>
        {isSuspended ? t('deskCompanies.resumeDots') : t('deskCompanies.suspendDots')}
      </Button>
      {asked === 'resume' && isSuspended && <Resume company={company} onClose={close} />}
      {asked === 'suspend' && !isSuspended && <Suspend company={company} onClose={close} />}
    </>
  );
}

type Props = { company: Company; onClose: () => void };

function Suspend({ company: { id, name }, onClose }: Props) {
  const suspend = useWrite({
    write: (reason: string) =>
      answer(deskApi.POST('/desk/v1/companies/{id}/suspend', { params: { path: { id } }, body: { reason } })),
    changes: [['companies'], ['status']],
    onDone: () => {
      tell(t('deskCompanies.suspended', { name }));
      onClose();
    },
  });
  return (
    <WithReason
      opened
      onClose={onClose}
      title={t('deskCompanies.suspendTitle', { name })}
      action={t('deskCompanies.suspend')}
      danger
      onAction={(reason) => suspend.mutate(reason)}
      pending={suspend.isPending}
      error={suspend.error}
    >
      <p>{t('deskCompanies.suspendWhy')}</p>
      <p>{t('deskFrame.asksCode')}</p>
    </WithReason>
  );
}

/** The server takes no reason here: the suspension has one, and the audit log records its end. */
function Resume({ company: { id, name, suspensionReason }, onClose }: Props) {
  const resume = useWrite({
    write: () => answer(deskApi.POST('/desk/v1/companies/{id}/resume', { params: { path: { id } } })),
    changes: [['companies'], ['status']],
    onDone: () => {
      tell(t('deskCompanies.resumed', { name }));
      onClose();
    },
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title={t('deskCompanies.resumeTitle', { name })}
      action={t('deskCompanies.resume')}
      onConfirm={() => resume.mutate()}
      pending={resume.isPending}
      error={resume.error}
    >
      {t('deskCompanies.resumeWhy', { reason: suspensionReason })}
    </Confirm>
  );
}
