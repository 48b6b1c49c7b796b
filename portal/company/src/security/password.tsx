// Change the password.
import { Box, Checkbox, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { auth } from '../../../shared/auth.ts';
import { Form } from '../../../shared/form.tsx';
import { Section } from '../../../shared/page.tsx';
import { LEAST_PASSWORD } from '../../../shared/password.ts';
import { useWrite } from '../../../shared/queries.ts';
import { toast } from '../../../shared/toast.tsx';
import { useMe } from '../session.ts';
import { t } from '../words/t.ts';
import '../words/security.ts';

/** Asks for the current and the new password. */
export function Password() {
  const me = useMe().data;
  const form = useForm({
    initialValues: { current: '', next: '', endOthers: true },
    validate: {
      current: (current) => (current === '' ? t('signIn.passwordMissing') : null),
      next: (next) => (next.length < LEAST_PASSWORD ? t('signIn.passwordShort') : null),
    },
  });
  const change = useWrite({
    write: ({ current, next, endOthers }: typeof form.values) =>
      auth('/portal/auth', 'change-password', {
        currentPassword: current,
        newPassword: next,
        revokeOtherSessions: endOthers,
      }),
    changes: [['sessions'], ['me']],
    onDone: () => {
      toast(t('security.passwordDone'));
      form.reset();
    },
  });
  return (
    <Section title={t('security.password')}>
      <Box px="lg" pb="lg" maw={480}>
        <Form
          submit={t('security.passwordAction')}
          pending={change.isPending}
          error={change.error}
          onSubmit={form.onSubmit((values) => change.mutate(values))}
        >
          {/* Password managers store the new password under this name. */}
          <input type="hidden" name="username" autoComplete="username" value={me?.user.email ?? ''} readOnly />
          <PasswordInput
            label={t('security.current')}
            autoComplete="current-password"
            {...form.getInputProps('current')}
          />
          <PasswordInput
            label={t('security.new')}
            description={t('security.newHelp')}
            autoComplete="new-password"
            {...form.getInputProps('next')}
          />
          <Checkbox label={t('security.endOthers')} {...form.getInputProps('endOthers', { type: 'checkbox' })} />
        </Form>
      </Box>
    </Section>
  );
}
