// Two-factor authentication: set up, turn off, new backup codes.
import { Button, Group, Modal, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { auth } from '../../../shared/auth.ts';
import { BackupCodes } from '../../../shared/backup-codes.tsx';
import { Form } from '../../../shared/form.tsx';
import { Section } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Status } from '../../../shared/status.tsx';
import { queries } from '../queries.ts';
import { useMe } from '../session.ts';
import { t } from '../words/t.ts';
import { passkeysQuery } from './passkeys-query.ts';
import { SET_UP } from './second-factor-first.tsx';
import '../words/security.ts';

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

function whyOf(isOn: boolean, hasApp: boolean, hasPasskey: boolean) {
  if (!isOn) return 'security.offWhy';
  if (!hasApp) return 'security.onPasskeyWhy';
  return hasPasskey ? 'security.onBothWhy' : 'security.onWhy';
}

/** The current status, and its actions. A link to the set-up opens it directly. */
export function SecondFactor() {
  const isOn = useMe().data?.user.hasSecondFactor ?? false;
  const passkeys = useQuery(passkeysQuery).data;
  const hasApp = passkeys?.hasApp ?? isOn;
  const hasPasskey = (passkeys?.data.length ?? 0) > 0;
  const { hash } = useLocation();
  const [dialog, setDialog] = useState<Dialog | undefined>(hash === SET_UP && !isOn ? 'on' : undefined);
  const [codesShown, setCodesShown] = useState(false);
  const close = () => {
    setDialog(undefined);
    setCodesShown(false);
  };
  const changed = () => {
    void queries.invalidateQueries({ queryKey: ['me'] });
    void queries.invalidateQueries({ queryKey: ['passkeys'] });
  };
  const verified = () => {
    setCodesShown(true);
    changed();
  };
  const done = () => {
    changed();
    void queries.invalidateQueries({ queryKey: ['sessions'] });
    close();
  };
  return (
    <Section title={t('security.secondFactor')} actions={<Status state={isOn ? 'enabled' : 'disabled'} />}>
      <Stack gap="md" px="lg" pb="lg">
        <Text size="sm" maw={640}>
          {t(whyOf(isOn, hasApp, hasPasskey))}
        </Text>
        <Group gap="xs">
          {hasApp ? (
            <>
              <Button variant="default" onClick={() => setDialog('codes')}>
                {t('security.newCodes')}
              </Button>
              <Button variant="default" onClick={() => setDialog('off')}>
                {hasPasskey ? t('security.turnOffApp') : t('security.turnOff')}
              </Button>
            </>
          ) : (
            <Button variant={isOn ? 'default' : 'filled'} onClick={() => setDialog('on')}>
              {isOn ? t('security.turnOnApp') : t('security.turnOn')}
            </Button>
          )}
        </Group>
      </Stack>
      <Modal opened={dialog === 'on'} onClose={close} title={t('security.turnOnTitle')} {...closing(codesShown)}>
        <Suspense fallback={<Skeleton height={160} />}>
          <SetUp base="/portal/auth" onDone={done} onVerified={verified} onCancel={close} />
        </Suspense>
      </Modal>
      <Modal
        opened={dialog === 'off'}
        onClose={close}
        title={hasPasskey ? t('security.turnOffApp') : t('security.turnOffTitle')}
      >
        <TurnOff passkeysStay={hasPasskey} onCancel={close} onDone={done} />
      </Modal>
      <NewCodes opened={dialog === 'codes'} onClose={close} />
    </Section>
  );
}

type TurnOffProps = { passkeysStay: boolean; onCancel: () => void; onDone: () => void };

function TurnOff({ passkeysStay, onCancel, onDone }: TurnOffProps) {
  const [password, setPassword] = useState('');
  const turnOff = useWrite({ write: () => auth('/portal/auth', 'two-factor/disable', { password }), onDone });
  return (
    <Form
      submit={passkeysStay ? t('security.turnOffApp') : t('security.turnOffAction')}
      danger
      pending={turnOff.isPending}
      error={turnOff.error}
      onCancel={onCancel}
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') turnOff.mutate();
      }}
    >
      <Text size="sm">{passkeysStay ? t('security.turnOffAppWhy') : t('security.turnOffWhy')}</Text>
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
        <BackupCodes codes={make.data.backupCodes} onSaved={close} />
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
