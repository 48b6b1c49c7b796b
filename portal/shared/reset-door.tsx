// Target of the password link in an email.
import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type AuthBase, auth } from './auth.ts';
import { Door } from './door.tsx';
import { Form } from './form.tsx';
import { askedFor } from './next.ts';
import { LEAST_PASSWORD } from './password.ts';
import { t } from './words/t.ts';

type Props = {
  base: AuthBase;
  product?: string;
  title: string;
  lead?: string;
  below?: ReactNode;
  /** Text after the password is set. */
  done: string;
};

/** Sets the password with the link's token. */
export function ResetDoor({ base, done, title, lead, below, ...product }: Props) {
  const [token] = useState(() => askedFor('token'));
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password.length < LEAST_PASSWORD ? t('signIn.passwordShort') : null) },
  });
  const reset = useMutation({
    mutationFn: ({ password }: typeof form.values) => auth(base, 'reset-password', { newPassword: password, token }),
  });
  if (reset.isSuccess)
    return (
      <Door {...product} title={t('signIn.resetDone')} lead={done}>
        <Button component={Link} to="/sign-in" fullWidth>
          {t('signIn.title')}
        </Button>
      </Door>
    );
  return (
    <Door {...product} title={title} lead={lead} below={below}>
      <Form
        wide
        submit={t('signIn.resetAction')}
        pending={reset.isPending}
        error={reset.error}
        onSubmit={form.onSubmit((values) => reset.mutate(values))}
      >
        <PasswordInput
          label={t('signIn.newPassword')}
          description={t('signIn.passwordHelp')}
          autoComplete="new-password"
          autoFocus
          {...form.getInputProps('password')}
        />
      </Form>
    </Door>
  );
}
