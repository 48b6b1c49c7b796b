// Two-factor authentication: set up, turn off, new backup codes.
import { Button, Group, Modal, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { auth } from '../../../shared/auth.ts';
import { Form } from '../../../shared/form.tsx';
import { Section } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Status } from '../../../shared/status.tsx';
import { queries } from '../queries.ts';
import { useMe } from '../session.ts';
import { t } from '../words/t.ts';
import { BackupCodes } from './backup-codes.tsx';

/** The QR library loads only for the set-up. */
const SetUp = lazy(async () => ({
  default: (await import('../../../shared/second-factor-set-up.tsx')).SecondFactorSetUp,
}));

type Dialog = 'on' | 'off' | 'codes';

/** Escape and clicks outside do not close codes that cannot be read again. */
const closing = (codesShown: boolean) => ({
  closeOnClickOutside: false,
  closeOnEscape: !codesShown,
  withCloseButton: !codesShown,
});

/** The current status, and its actions. */
export function SecondFactor() {
  const isOn = useMe().data?.user.hasSecondFactor ?? false;
  const [dialog, setDialog] = useState<Dialog>();
  const [codesShown, setCodesShown] = useState(false);
  const close = () => {
    setDialog(undefined);
    setCodesShown(false);
  };
  const done = () => {
    void queries.invalidateQueries({ queryKey: ['me'] });
    void queries.invalidateQueries({ queryKey: ['sessions'] });
    close();
  };
  return (
    <Section title={t('security.secondFactor')} actions={<Status state={isOn ? 'enabled' : 'disabled'} />}>
      <Stack gap="md" px="lg" pb="lg">
        <Text size="sm" maw={640}>
          {isOn ? t('security.onWhy') : t('security.offWhy')}
        </Text>
        <Group gap="xs">
          {isOn ? (
            <>
              <Button variant="default" onClick={() => setDialog('codes')}>
                {t('security.newCodes')}
              </Button>
              <Button variant="default" onClick={() => setDialog('off')}>
                {t('security.turnOff')}
              </Button>
            </>
          ) : (
            <Button onClick={() => setDialog('on')}>{t('security.turnOn')}</Button>
          )}
        </Group>
      </Stack>
      <Modal opened={dialog === 'on'} onClose={close} title={t('security.turnOnTitle')} {...closing(codesShown)}>
        <Suspense fallback={<Skeleton height={160} />}>
          <SetUp base="/portal/auth" onDone={done} onShown={() => setCodesShown(true)} onCancel={close} />
        </Suspense>
      </Modal>
      <Modal opened={dialog === 'off'} onClose={close} title={t('security.turnOffTitle')}>
        <TurnOff onCancel={close} onDone={done} />
      </Modal>
      <NewCodes opened={dialog === 'codes'} onClose={close} />
    </Section>
  );
}

function TurnOff({ onCancel, onDone }: { onCancel: () => void; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const turnOff = useWrite({ write: () => auth('/portal/auth', 'two-factor/disable', { password }), onDone });
  return (
    <Form
      submit={t('security.turnOffAction')}
      danger
      pending={turnOff.isPending}
      error={turnOff.error}
      onCancel={onCancel}
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') turnOff.mutate();
      }}
    >
      <Text size="sm">{t('security.turnOffWhy')}</Text>
      <Again value={password} onChange={setPassword} />
    </Form>
  );
}

/** New codes void the old ones immediately, so the dialog stays until the new ones are stored. */
function NewCodes({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const make = useWrite({
    secret: true,
    write: (password: string) =>
      auth<{ backupCodes: string[] }>('/portal/auth', 'two-factor/generate-backup-codes', { password }),
  });
  const close = () => {
    make.reset();
    onClose();
  };
  const isHeld = make.isPending || make.data !== undefined;
  return (
    <Modal opened={opened} onClose={close} title={t('security.newCodesTitle')} {...closing(isHeld)}>
      {make.data === undefined ? (
        <CodesForm {...make} onCancel={isHeld ? undefined : close} />
      ) : (
        <BackupCodes codes={make.data.backupCodes} onStored={close} />
      )}
    </Modal>
  );
}

type CodesFormProps = {
  isPending: boolean;
  error: Error | null;
  mutate: (password: string) => void;
  onCancel: (() => void) | undefined;
};

function CodesForm({ isPending, error, mutate, onCancel }: CodesFormProps) {
  const [password, setPassword] = useState('');
  return (
    <Form
      submit={t('security.newCodesAction')}
      pending={isPending}
      error={error}
      onCancel={onCancel}
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') mutate(password);
      }}
    >
      <Text size="sm">{t('security.newCodesWhy')}</Text>
      <Again value={password} onChange={setPassword} />
    </Form>
  );
}

function Again({ value, onChange }: { value: string; onChange: (password: string) => void }) {
  return (
    <PasswordInput
      label={t('security.currentAgain')}
      autoComplete="current-password"
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
