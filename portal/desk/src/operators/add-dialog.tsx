// Adding an operator: they get a letter, and whatever is secret they make themselves.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { answer, deskApi } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { looksLikeEmail } from '../../../shared/sign-in-form.tsx';
import { Notice } from '../../../shared/states/problem.tsx';
import { LONGEST_REASON } from '../frame/with-reason.tsx';
import { t } from '../words/t.ts';

/** Name and address first, then what became of the letter. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { name: '', email: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('signIn.nameMissing') : null),
      email: (email) => (looksLikeEmail(email) ? null : t('signIn.emailInvalid')),
    },
  });
  const add = useWrite({
    write: ({ name, email }: typeof form.values) =>
      answer(deskApi.POST('/desk/v1/operators', { body: { name: name.trim(), email: email.trim() } })),
    changes: [['operators']],
  });
  return (
    <Modal opened onClose={onClose} title={t('deskOperators.addTitle')}>
      {add.data !== undefined ? (
        <Added {...add.data} onClose={onClose} />
      ) : (
        <Form
          submit={t('deskOperators.add')}
          pending={add.isPending}
          error={add.error}
          onCancel={onClose}
          onSubmit={form.onSubmit((values) => add.mutate(values))}
        >
          <Text size="sm">{t('deskOperators.addWhy')}</Text>
          <TextInput
            label={t('deskOperators.name')}
            description={t('deskOperators.nameHelp')}
            maxLength={LONGEST_REASON}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('deskOperators.email')}
            type="email"
            maxLength={LONGEST_REASON}
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <Text size="sm" c="dimmed">
            {t('deskFrame.asksCode')}
          </Text>
        </Form>
      )}
    </Modal>
  );
}

type AddedProps = { operator: { name: string; email: string }; mailed: boolean; onClose: () => void };

function Added({ operator: { name, email }, mailed, onClose }: AddedProps) {
  return (
    <Stack gap="md">
      <Text size="sm">{t('deskOperators.added', { name })}</Text>
      {mailed ? (
        <Notice>{t('deskOperators.mailed', { email })}</Notice>
      ) : (
        <Notice kind="warning">{t('deskOperators.notMailed', { email })}</Notice>
      )}
      <Text size="sm" c="dimmed">
        {t('deskOperators.tokenTheirs')}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('deskOperators.done')}</Button>
      </Group>
    </Stack>
  );
}
