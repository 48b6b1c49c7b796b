// Pause sending to the issuer: environment, product and reason.
import { Modal, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { answer, deskApi } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { tell } from '../frame/told.ts';
import { LONGEST_REASON } from '../frame/with-reason.tsx';
import { t } from '../words/t.ts';

type Typed = { environment: '' | 'sandbox' | 'live'; productId: string; reason: string };

/** The operator must select the environment: there is no default. */
export function PauseDialog({ onClose }: { onClose: () => void }) {
  const products = useQuery({ queryKey: ['products'], queryFn: () => answer(deskApi.GET('/desk/v1/products')) });
  const form = useForm<Typed>({
    initialValues: { environment: '', productId: '', reason: '' },
    validate: {
      environment: (environment) => (environment === '' ? t('deskPauses.environmentMissing') : null),
      reason: (reason) => (reason.trim() === '' ? t('deskFrame.reasonMissing') : null),
    },
  });
  const pause = useWrite({
    write: ({ environment, productId, reason }: Typed) => {
      const where = environment === 'live' ? 'live' : 'sandbox';
      const body = { environment: where, reason: reason.trim(), ...(productId === '' ? {} : { productId }) } as const;
      return answer(deskApi.POST('/desk/v1/pauses', { body }));
    },
    changes: [['pauses'], ['status']],
    onDone: () => {
      tell(t('deskPauses.added'));
      onClose();
    },
  });
  const options = (products.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Modal opened onClose={onClose} title={t('deskPauses.addTitle')}>
      <Form
        submit={t('deskPauses.add')}
        danger
        pending={pause.isPending}
        error={pause.error}
        onCancel={onClose}
        onSubmit={form.onSubmit((typed) => pause.mutate(typed))}
      >
        <Text size="sm">{t('deskPauses.addWhy')}</Text>
        <Radio.Group label={t('frame.environment')} {...form.getInputProps('environment')}>
          <Stack gap={8} mt={6}>
            <Radio value="live" label={t('statuses.live')} data-autofocus />
            <Radio value="sandbox" label={t('statuses.sandbox')} />
          </Stack>
        </Radio.Group>
        <NativeSelect
          label={t('deskPauses.what')}
          data={[{ value: '', label: t('deskPauses.allProducts') }, ...options]}
          {...form.getInputProps('productId')}
        />
        <TextInput
          label={t('deskFrame.reason')}
          description={t('deskPauses.reasonHelp')}
          maxLength={LONGEST_REASON}
          autoComplete="off"
          {...form.getInputProps('reason')}
        />
      </Form>
    </Modal>
  );
}
