// The second step of sign-in: a code of the app, or a backup code.
import { Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuthBase, auth } from './auth.ts';
import { CodeInput, Form } from './form.tsx';
import { t } from './words/t.ts';

/** Asks for the code that completes the sign-in. */
export function SecondFactorForm({ base, onDone }: { base: AuthBase; onDone: () => void }) {
  const [backup, setBackup] = useState(false);
  const [code, setCode] = useState('');
  const verify = useMutation({
    mutationFn: () =>
      auth(base, backup ? 'two-factor/verify-backup-code' : 'two-factor/verify-totp', { code: code.trim() }),
    onSuccess: onDone,
  });
  const change = () => {
    setBackup(!backup);
    setCode('');
    verify.reset();
  };
  return (
    <Form
      wide
      submit={t('signIn.continue')}
      pending={verify.isPending}
      error={verify.error}
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') verify.mutate();
      }}
    >
      <CodeInput
        key={String(backup)}
        label={backup ? t('signIn.backupCode') : t('signIn.code')}
        inputMode={backup ? 'text' : 'numeric'}
        autoFocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Anchor component="button" type="button" size="sm" ta="left" onClick={change}>
        {backup ? t('signIn.useApp') : t('signIn.useBackup')}
      </Anchor>
    </Form>
  );
}
