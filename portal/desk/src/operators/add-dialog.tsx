// Adding an operator. Their token for the command line is shown once, from the answer, and kept nowhere.
import { Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { answer, deskApi } from '../../../shared/client.ts';
import { Copy } from '../../../shared/copy.tsx';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { looksLikeEmail } from '../../../shared/sign-in-form.tsx';
import { Notice } from '../../../shared/states/problem.tsx';
import { LONGEST_REASON } from '../frame/with-reason.tsx';
import { t } from '../words/t.ts';

/** Name and address first, then the token. */
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
  const close = () => {
    add.reset(); // the token goes with the dialog
    onClose();
  };
  return (
    <Modal opened onClose={close} title={t('deskOperators.addTitle')} closeOnClickOutside={add.data === undefined}>
      {add.data !== undefined ? (
        <Added {...add.data} onClose={close} />
      ) : (
        <Form
          submit={t('deskOperators.add')}
          pending={add.isPending}
          error={add.error}
          onCancel={close}
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

type AddedProps = { operator: { name: string; email: string }; token: string; mailed: boolean; onClose: () => void };

function Added({ operator: { name, email }, token, mailed, onClose }: AddedProps) {
  return (
    <Stack gap="md">
      <Text size="sm">{t('deskOperators.added', { name })}</Text>
      {mailed ? (
        <Notice>{t('deskOperators.mailed', { email })}</Notice>
      ) : (
        <Notice kind="warning">{t('deskOperators.notMailed', { email })}</Notice>
      )}
      <div>
        <Text size="sm" fw={550}>
          {t('deskOperators.token')}
        </Text>
        <Text size="sm" c="dimmed" mb={6}>
          {t('deskOperators.tokenOnce')}
        </Text>
        <Code block>{token}</Code>
      </div>
      <Group justify="space-between">
        <Copy text={token} what={t('deskOperators.token')} size="sm" />
        <Button onClick={onClose}>{t('deskOperators.kept')}</Button>
      </Group>
    </Stack>
  );
}
