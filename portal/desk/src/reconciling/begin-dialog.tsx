// Start a reconciliation of everything, one environment or one company.
import { Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { answer, deskApi } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { t } from '../words/t.ts';

type Typed = { environment: '' | 'sandbox' | 'live'; companyId: string };

/** A worker runs it; its page shows the progress. */
export function BeginDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm<Typed>({
    initialValues: { environment: '', companyId: '' },
    validate: {
      companyId: (id) => (id.trim() === '' || /^company_\w+$/.test(id.trim()) ? null : t('deskReconciling.idInvalid')),
    },
  });
  const begin = useWrite({
    write: ({ environment, companyId }: Typed) => {
      const body = {
        ...(environment === '' ? {} : { environment }),
        ...(companyId.trim() === '' ? {} : { companyId: companyId.trim() }),
      };
      return answer(deskApi.POST('/desk/v1/reconciliations', { body }));
    },
    changes: [['reconciliations']],
    onDone: ({ id }) => void navigate({ to: `/reconciliation/${id}` }),
  });
  return (
    <Modal opened onClose={onClose} title={t('deskReconciling.beginTitle')}>
      <Form
        submit={t('deskReconciling.begin')}
        pending={begin.isPending}
        error={begin.error}
        onCancel={onClose}
        onSubmit={form.onSubmit((typed) => begin.mutate(typed))}
      >
        <Text size="sm">{t('deskReconciling.beginWhy')}</Text>
        <NativeSelect
          label={t('frame.environment')}
          data={[
            { value: '', label: t('deskFrame.both') },
            { value: 'live', label: t('statuses.live') },
            { value: 'sandbox', label: t('statuses.sandbox') },
          ]}
          {...form.getInputProps('environment')}
        />
        <TextInput
          label={t('deskReconciling.companyId')}
          description={t('deskReconciling.companyIdHelp')}
          autoComplete="off"
          {...form.getInputProps('companyId')}
        />
      </Form>
    </Modal>
  );
}
