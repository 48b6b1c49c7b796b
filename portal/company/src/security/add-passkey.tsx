// Add a passkey: its name and the password, then the browser's own dialog.
import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { answer, apiOf } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import { createPasskey } from '../../../shared/passkeys/ceremony.ts';
import { useWrite } from '../../../shared/queries.ts';
import { toast } from '../../../shared/toast.tsx';
import { t } from '../words/t.ts';
import { deviceOf } from './device.ts';
import '../words/security.ts';

const LONGEST_NAME = 100;

/** The form; the server asks for a second factor first, if there is one. */
export function AddPasskey({ onEnd }: { onEnd: () => void }) {
  const form = useForm({
    initialValues: { name: deviceOf(navigator.userAgent), password: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('security.passkeyNameMissing') : null),
      password: (password) => (password === '' ? t('signIn.passwordMissing') : null),
    },
  });
  const add = useWrite({
    write: async ({ name, password }: typeof form.values) => {
      const options = await answer(apiOf().POST('/portal/v1/passkeys/options', { body: { password } }));
      const credential = await createPasskey(options);
      return answer(apiOf().POST('/portal/v1/passkeys', { body: { name: name.trim(), credential } }));
    },
    changes: [['passkeys'], ['me']],
    onDone: () => {
      toast(t('security.passkeyAddedToast'));
      onEnd();
    },
  });
  return (
    <Form
      submit={t('security.addPasskeyAction')}
      pending={add.isPending}
      error={add.error}
      onCancel={onEnd}
      onSubmit={form.onSubmit((values) => add.mutate(values))}
    >
      <Text size="sm">{t('security.addPasskeyWhy')}</Text>
      <TextInput
        label={t('security.passkeyName')}
        description={t('security.passkeyNameHelp')}
        maxLength={LONGEST_NAME}
        {...form.getInputProps('name')}
      />
      <PasswordInput
        label={t('security.currentAgain')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </Form>
  );
}
