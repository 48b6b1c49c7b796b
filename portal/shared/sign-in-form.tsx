// Email and password, the same in portal and desk.
import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AuthBase, auth } from './auth.ts';
import { Form } from './form.tsx';
import { t } from './words/t.ts';

/** Whether a text may be an email address; only a delivered email proves it. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

type Props = {
  base: AuthBase;
  /** Signed in, or the second factor is next. */
  onDone: (next: 'signed_in' | 'second_factor') => void;
  /** Between the fields and the button. */
  children?: ReactNode;
};

/** Signs in with email and password. */
export function SignInForm({ base, onDone, children }: Props) {
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (looksLikeEmail(email) ? null : t('signIn.emailInvalid')),
      password: (password) => (password === '' ? t('signIn.passwordMissing') : null),
    },
  });
  const signIn = useMutation({
    mutationFn: ({ email, password }: typeof form.values) =>
      auth<{ twoFactorRedirect?: boolean }>(base, 'sign-in/email', { email: email.trim(), password }),
    onSuccess: ({ twoFactorRedirect }) => onDone(twoFactorRedirect === true ? 'second_factor' : 'signed_in'),
  });
  return (
    <Form
      wide
      submit={t('signIn.title')}
      pending={signIn.isPending}
      error={signIn.error}
      onSubmit={form.onSubmit((values) => signIn.mutate(values))}
    >
      <TextInput
        label={t('signIn.email')}
        type="email"
        autoComplete="username"
        autoFocus
        {...form.getInputProps('email')}
      />
      <PasswordInput label={t('signIn.password')} autoComplete="current-password" {...form.getInputProps('password')} />
      {children}
    </Form>
  );
}
