// Forgotten or first password. The response is the same for known and unknown addresses.
import { Anchor, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type AuthBase, auth } from './auth.ts';
import { Door } from './door.tsx';
import { Form } from './form.tsx';
import { looksLikeEmail } from './sign-in-form.tsx';
import { t } from './words/t.ts';

type Props = {
  base: AuthBase;
  product?: string;
  title: string;
  lead: string;
  /** Text after the request. */
  sent: (email: string) => string;
};

/** Sends the link that sets a password. */
export function ForgotDoor({ base, title, lead, sent, ...product }: Props) {
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => (looksLikeEmail(email) ? null : t('signIn.emailInvalid')) },
  });
  const ask = useMutation({
    mutationFn: ({ email }: typeof form.values) => auth(base, 'request-password-reset', { email: email.trim() }),
  });
  const back = (
    <Anchor component={Link} to="/sign-in">
      {t('signIn.backToSignIn')}
    </Anchor>
  );
  if (ask.isSuccess)
    return (
      <Door {...product} title={t('signIn.mailSent')} lead={sent(form.values.email.trim())} below={back}>
        {null}
      </Door>
    );
  return (
    <Door {...product} title={title} lead={lead} below={back}>
      <Form
        wide
        submit={t('signIn.forgotAction')}
        pending={ask.isPending}
        error={ask.error}
        onSubmit={form.onSubmit((values) => ask.mutate(values))}
      >
        <TextInput
          label={t('signIn.email')}
          type="email"
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
      </Form>
    </Door>
  );
}
