// Set up a second factor: password, QR code, backup codes, and a first code as proof.
import { Code, Group, PasswordInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { type AuthBase, auth } from './auth.ts';
import { Copy } from './copy.tsx';
import { CodeInput, Form } from './form.tsx';
import { useWrite } from './queries.ts';
import { t } from './words/t.ts';

type Begun = { totpURI: string; backupCodes: string[] };

type Props = {
  base: AuthBase;
  onDone: () => void;
  /** Called when codes are shown: from then on nothing should close them by mistake. */
  onShown?: () => void;
  /** Cancels the set-up; left out where it is mandatory. */
  onCancel?: () => void;
};

/** The set-up, step by step; calls `onDone` after the first correct code. Loads the QR library. */
export function SecondFactorSetUp({ base, onDone, onShown, onCancel }: Props) {
  const [password, setPassword] = useState('');
  const begin = useWrite({
    secret: true,
    write: () => auth<Begun>(base, 'two-factor/enable', { password }),
    onDone: onShown,
  });
  if (begin.data !== undefined) return <Finish {...{ base, onDone, onCancel }} begun={begin.data} />;
  return (
    <Form
      wide
      submit={t('secondFactor.begin')}
      pending={begin.isPending}
      error={begin.error}
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') begin.mutate();
      }}
    >
      <PasswordInput
        label={t('secondFactor.password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </Form>
  );
}

type FinishProps = Pick<Props, 'base' | 'onDone' | 'onCancel'> & { begun: Begun };

function Finish({ base, begun, onDone, onCancel }: FinishProps) {
  const [code, setCode] = useState('');
  const finish = useMutation({
    mutationFn: () => auth(base, 'two-factor/verify-totp', { code: code.trim() }),
    onSuccess: onDone,
  });
  const secret = new URL(begun.totpURI).searchParams.get('secret') ?? '';
  return (
    <Form
      wide={onCancel === undefined}
      submit={t('secondFactor.finish')}
      pending={finish.isPending}
      error={finish.error}
      onCancel={onCancel}
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') finish.mutate();
      }}
    >
      <Text size="sm">{t('secondFactor.scan')}</Text>
      <Stack align="center" gap="xs">
        <QRCodeSVG value={begun.totpURI} size={168} marginSize={2} title={t('secondFactor.scan')} />
        <Code>{secret}</Code>
        <Copy text={secret} what={t('secondFactor.key')} />
      </Stack>
      <Text size="sm">{t('secondFactor.codesWhy')}</Text>
      <SimpleGrid cols={2} spacing={6}>
        {begun.backupCodes.map((one) => (
          <Code key={one} ta="center">
            {one}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="center">
        <Copy text={begun.backupCodes.join('\n')} what={t('secondFactor.codes')} />
      </Group>
      <CodeInput label={t('signIn.code')} value={code} onChange={(event) => setCode(event.currentTarget.value)} />
    </Form>
  );
}
