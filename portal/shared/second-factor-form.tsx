// The second step of sign-in: a passkey, a code of the app, which submits itself, or a backup code.
import { Anchor, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuthBase, auth } from './auth.ts';
import { CodeInput, DigitsInput, Form } from './form.tsx';
import type { RequestOptions } from './passkeys/ceremony.ts';
import { PasskeyForm, type Ways } from './passkeys/lazy.tsx';
import { t } from './words/t.ts';

type Props = {
  base: AuthBase;
  onDone: () => void;
  /** Whether people may have passkeys here. */
  passkeys?: boolean;
};

/** Asks for what completes the sign-in. */
export function SecondFactorForm({ base, onDone, passkeys = false }: Props) {
  const [byCode, setByCode] = useState(false);
  const ways = useQuery({
    queryKey: ['second-factors'],
    queryFn: () => auth<Ways>(base, 'second-factors'),
    enabled: passkeys,
    gcTime: 0, // of one sign-in
  });
  if (passkeys && ways.isPending) return <Skeleton height={120} />;
  const has = ways.data ?? { app: true, passkey: false };
  if (!has.passkey || byCode)
    return <CodeForm base={base} onDone={onDone} onPasskey={has.passkey ? () => setByCode(false) : undefined} />;
  return (
    <PasskeyForm
      wide
      why={t('passkeys.why')}
      begin={() => auth<RequestOptions>(base, 'passkey/options', { step: 'second_factor' })}
      finish={(credential) => auth(base, 'passkey', { step: 'second_factor', credential })}
      onDone={onDone}
      onCode={has.app ? () => setByCode(true) : undefined}
    />
  );
}

function CodeForm({ base, onDone, onPasskey }: Omit<Props, 'passkeys'> & { onPasskey: (() => void) | undefined }) {
  const [backup, setBackup] = useState(false);
  const [code, setCode] = useState('');
  const verify = useMutation({
    mutationFn: (given: string) =>
      auth(base, backup ? 'two-factor/verify-backup-code' : 'two-factor/verify-totp', { code: given.trim() }),
    onSuccess: onDone,
    onError: () => {
      if (!backup) setCode('');
    },
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
        if (code.trim() !== '' && !verify.isPending) verify.mutate(code);
      }}
    >
      {backup ? (
        <CodeInput
          key="backup"
          label={t('signIn.backupCode')}
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      ) : (
        <DigitsInput
          key="app"
          label={t('signIn.code')}
          autoFocus
          readOnly={verify.isPending}
          code={code}
          onCode={setCode}
          onComplete={(given) => verify.mutate(given)}
        />
      )}
      <Anchor component="button" type="button" size="sm" ta="left" onClick={change}>
        {backup ? t('signIn.useApp') : t('signIn.useBackup')}
      </Anchor>
      {onPasskey !== undefined && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={onPasskey}>
          {t('passkeys.useInstead')}
        </Anchor>
      )}
    </Form>
  );
}
