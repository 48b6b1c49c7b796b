// The dialog that asks for the second factor when a request needs it; the client then sends the request again.
import { Anchor, Modal, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CodeInput, Form, isWholeCode } from './form.tsx';
import { PasskeyForm, type Ways } from './passkeys/lazy.tsx';
import type { PasskeyUse } from './passkeys/passkey-form.tsx';
import { answerSecondFactor } from './second-factor.ts';
import { t } from './words/t.ts';

type Props = {
  /** Sends the code, and throws when it is wrong. */
  check: (code: string) => Promise<unknown>;
  /** Where people may have passkeys: which ways they have, and how a passkey is given. */
  passkey?: PasskeyUse & { ways: () => Promise<Ways> };
};

const codeOnly: Ways = { app: true, passkey: false };

/** Mounted once in each application. */
export function StepUp({ check, passkey }: Props) {
  const [opened, setOpened] = useState(false);
  const [ways, setWays] = useState(codeOnly);
  const [byPasskey, setByPasskey] = useState(false);
  const settle = useRef<(passed: boolean) => void>(undefined);
  const readWays = passkey?.ways;

  useEffect(
    () =>
      answerSecondFactor(async () => {
        // Known before the dialog opens: it shows one thing, and the focus stays where it is.
        const found = (await readWays?.().catch(() => undefined)) ?? codeOnly;
        setWays(found);
        setByPasskey(found.passkey);
        setOpened(true);
        return new Promise((resolve) => {
          settle.current = resolve;
        });
      }),
    [readWays],
  );

  const end = (passed: boolean) => {
    setOpened(false);
    settle.current?.(passed);
  };
  const cancel = () => end(false);
  return (
    <Modal opened={opened} onClose={cancel} title={t('frame.stepUpTitle')} zIndex={400}>
      {byPasskey && passkey !== undefined ? (
        <PasskeyForm
          {...passkey}
          why={`${t('frame.stepUpWhy')} ${t('passkeys.why')}`}
          onDone={() => end(true)}
          onCancel={cancel}
          onCode={ways.app ? () => setByPasskey(false) : undefined}
        />
      ) : (
        <CodeForm
          check={check}
          onDone={() => end(true)}
          onCancel={cancel}
          onPasskey={ways.passkey ? () => setByPasskey(true) : undefined}
        />
      )}
    </Modal>
  );
}

type CodeFormProps = {
  check: Props['check'];
  onDone: () => void;
  onCancel: () => void;
  onPasskey: (() => void) | undefined;
};

function CodeForm({ check, onDone, onCancel, onPasskey }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<unknown>();
  const [pending, setPending] = useState(false);
  const tryCode = async (given: string) => {
    if (pending) return;
    setPending(true);
    try {
      await check(given.trim());
      onDone();
    } catch (problem) {
      setError(problem);
      if (isWholeCode(given.trim())) setCode('');
    } finally {
      setPending(false);
    }
  };
  return (
    <Form
      submit={t('frame.confirm')}
      pending={pending}
      error={error}
      onCancel={onCancel}
      onSubmit={(event) => {
        event.preventDefault();
        void tryCode(code);
      }}
    >
      <Text size="sm">{t('frame.stepUpWhy')}</Text>
      <CodeInput
        label={t('frame.code')}
        description={t('frame.codeHelp')}
        readOnly={pending}
        autoFocus={onPasskey !== undefined}
        value={code}
        onChange={({ currentTarget: { value } }) => {
          setCode(value);
          if (isWholeCode(value.trim())) void tryCode(value);
        }}
      />
      {onPasskey !== undefined && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={onPasskey}>
          {t('passkeys.useInstead')}
        </Anchor>
      )}
    </Form>
  );
}
