// The dialog that asks for the second factor when a request needs it; the client then sends the request again.
import { Modal, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CodeInput, Form } from './form.tsx';
import { answerSecondFactor } from './second-factor.ts';
import { t } from './words/t.ts';

/** Mounted once in each application; `check` sends the code and throws when it is wrong. */
export function StepUp({ check }: { check: (code: string) => Promise<unknown> }) {
  const [opened, setOpened] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<unknown>();
  const [pending, setPending] = useState(false);
  const settle = useRef<(passed: boolean) => void>(undefined);

  useEffect(
    () =>
      answerSecondFactor(() => {
        setCode('');
        setError(undefined);
        setOpened(true);
        return new Promise((resolve) => {
          settle.current = resolve;
        });
      }),
    [],
  );

  const end = (passed: boolean) => {
    setOpened(false);
    settle.current?.(passed);
  };
  const tryCode = async () => {
    setPending(true);
    try {
      await check(code.trim());
      end(true);
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };

  return (
    <Modal opened={opened} onClose={() => end(false)} title={t('frame.stepUpTitle')} zIndex={400}>
      <Form
        submit={t('frame.confirm')}
        pending={pending}
        error={error}
        onCancel={() => end(false)}
        onSubmit={(event) => {
          event.preventDefault();
          void tryCode();
        }}
      >
        <Text size="sm">{t('frame.stepUpWhy')}</Text>
        <CodeInput label={t('frame.code')} value={code} onChange={(event) => setCode(event.currentTarget.value)} />
      </Form>
    </Modal>
  );
}
