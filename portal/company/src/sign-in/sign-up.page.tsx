// Create an account. The response is the same for known and unknown addresses.
import { Anchor, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { auth } from '../../../shared/auth.ts';
import { Door } from '../../../shared/door.tsx';
import { Form } from '../../../shared/form.tsx';
import { nextPage, withNext } from '../../../shared/next.ts';
import { LEAST_PASSWORD } from '../../../shared/password.ts';
import { looksLikeEmail } from '../../../shared/sign-in-form.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { t } from '../words/t.ts';

/** Name, email and password; an email brings the next step. */
export function Page() {
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('signIn.nameMissing') : null),
      email: (email) => (looksLikeEmail(email) ? null : t('signIn.emailInvalid')),
      password: (password) => (password.length < LEAST_PASSWORD ? t('signIn.passwordShort') : null),
    },
  });
  const signUp = useMutation({
    mutationFn: ({ name, email, password }: typeof form.values) =>
      auth('/portal/auth', 'sign-up/email', { name: name.trim(), email: email.trim(), password, ...carried() }),
  });
  if (signUp.isSuccess) return <MailSent email={form.values.email.trim()} />;
  return (
    <Door
      title={t('signIn.up')}
      lead={t('signIn.upLead')}
      below={
        <>
          {t('signIn.have')}{' '}
          <Anchor component={Link} to="/sign-in" search={withNext() as never}>
            {t('signIn.title')}
          </Anchor>
        </>
      }
    >
      <Form
        wide
        submit={t('signIn.upAction')}
        pending={signUp.isPending}
        error={signUp.error}
        onSubmit={form.onSubmit((values) => signUp.mutate(values))}
      >
        <TextInput label={t('signIn.name')} autoComplete="name" autoFocus {...form.getInputProps('name')} />
        <TextInput label={t('signIn.email')} type="email" autoComplete="username" {...form.getInputProps('email')} />
        <PasswordInput
          label={t('signIn.password')}
          description={t('signIn.passwordHelp')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      </Form>
    </Door>
  );
}

/** The email's link leads back to the invitation, on any device. */
function carried(): { callbackURL?: string } {
  const next = nextPage();
  return next.startsWith('/invitations/') ? { callbackURL: next } : {};
}

function MailSent({ email }: { email: string }) {
  const again = useMutation({
    mutationFn: () => auth('/portal/auth', 'send-verification-email', { email, ...carried() }),
  });
  return (
    <Door title={t('signIn.mailSent')} lead={t('signIn.mailSentWhy', { email })}>
      <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
        {t('signIn.mailAgain')}
      </Button>
      {again.isSuccess && (
        <Text size="sm" role="status">
          {t('signIn.mailSentAgain')}
        </Text>
      )}
      {again.isError && <ProblemShown error={again.error} />}
      <Anchor component={Link} to="/sign-in" search={withNext() as never} size="sm" ta="center">
        {t('signIn.backToSignIn')}
      </Anchor>
    </Door>
  );
}
