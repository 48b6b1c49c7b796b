// Set up a second factor: the password, then three steps: scan the QR code, verify a first code, save the backup codes.
import { Code, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { type AuthBase, auth } from './auth.ts';
import { BackupCodes } from './backup-codes.tsx';
import { Copy } from './copy.tsx';
import { DigitsInput, Form, isWholeCode } from './form.tsx';
import { useWrite } from './queries.ts';
import { Step } from './steps.tsx';
import { t } from './words/t.ts';

type Begun = { totpURI: string; backupCodes: string[] };

type Props = {
  base: AuthBase;
  /** Called when the backup codes are saved. */
  onDone: () => void;
  /** Called after the first correct code. From then on nothing should close the backup codes by mistake. */
  onVerified?: () => void;
  /** Cancels the set-up; left out where it is mandatory. */
  onCancel?: () => void;
};

/** The set-up, step by step. Loads the QR library. */
export function SecondFactorSetUp({ base, onDone, onVerified, onCancel }: Props) {
  const [password, setPassword] = useState('');
  const begin = useWrite({
    secret: true,
    write: () => auth<Begun>(base, 'two-factor/enable', { password }),
  });
  if (begin.data !== undefined) return <Begin {...{ base, onDone, onVerified, onCancel }} begun={begin.data} />;
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
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </Form>
  );
}

const names = [t('secondFactor.scanStep'), t('secondFactor.verifyStep'), t('secondFactor.codesStep')];

function Begin({ base, begun, onDone, onVerified, onCancel }: Props & { begun: Begun }) {
  const [step, setStep] = useState<'scan' | 'verify' | 'codes'>('scan');
  const verified = () => {
    setStep('codes');
    onVerified?.();
  };
  switch (step) {
    case 'scan':
      return (
        <Step key={step} names={names} now={0} title={t('secondFactor.scanTitle')}>
          <Scan uri={begun.totpURI} onCancel={onCancel} onScanned={() => setStep('verify')} />
        </Step>
      );
    case 'verify':
      return (
        <Step key={step} names={names} now={1} title={t('secondFactor.verifyTitle')}>
          <Verify base={base} onBack={() => setStep('scan')} onVerified={verified} />
        </Step>
      );
    case 'codes':
      return (
        <Step key={step} names={names} now={2} title={t('secondFactor.codesTitle')}>
          <BackupCodes codes={begun.backupCodes} onSaved={onDone} />
        </Step>
      );
  }
}

type ScanProps = { uri: string; onScanned: () => void; onCancel: (() => void) | undefined };

function Scan({ uri, onScanned, onCancel }: ScanProps) {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <Form
      wide={onCancel === undefined}
      submit={t('secondFactor.scanned')}
      onCancel={onCancel}
      onSubmit={(event) => {
        event.preventDefault();
        onScanned();
      }}
    >
      <Text size="sm">{t('secondFactor.scan')}</Text>
      <Stack align="center" gap="xs">
        <QRCodeSVG value={uri} size={168} marginSize={2} title={t('secondFactor.image')} />
        <Code>{secret}</Code>
        <Copy text={secret} what={t('secondFactor.key')} />
      </Stack>
    </Form>
  );
}

type VerifyProps = { base: AuthBase; onBack: () => void; onVerified: () => void };

function Verify({ base, onBack, onVerified }: VerifyProps) {
  const [code, setCode] = useState('');
  const [isShort, setShort] = useState(false);
  const verify = useMutation({
    mutationFn: (given: string) => auth(base, 'two-factor/verify-totp', { code: given }),
    onSuccess: onVerified,
    onError: () => setCode(''),
  });
  return (
    <Form
      submit={t('secondFactor.finish')}
      pending={verify.isPending}
      error={verify.error}
      cancel={t('secondFactor.back')}
      onCancel={onBack}
      onSubmit={(event) => {
        event.preventDefault();
        if (verify.isPending) return;
        if (isWholeCode(code)) verify.mutate(code);
        else setShort(true);
      }}
    >
      <DigitsInput
        label={t('signIn.code')}
        autoFocus
        readOnly={verify.isPending}
        error={isShort && t('secondFactor.digitsMissing')}
        code={code}
        onCode={(given) => {
          setShort(false);
          setCode(given);
        }}
        onComplete={(given) => verify.mutate(given)}
      />
    </Form>
  );
}
