// A secret, shown once until the person confirms that it is stored.
import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Environment } from '../../../shared/portal-api.ts';
import { Snippet } from '../../../shared/snippet.tsx';
import { Notice } from '../../../shared/states/problem.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { t } from '../words/t.ts';
import '../words/keys.ts';

type Props = {
  /** undefined hides the dialog. */
  secret: string | undefined;
  title: string;
  /** Label of the secret for screen readers. */
  name: string;
  environment: Environment;
  /** Where to store it, and the next step. */
  children?: ReactNode;
  /** The caller must drop the secret. */
  onStored: () => void;
};

/** Shows the secret. Escape and clicks outside do not close it: the secret cannot be read again. */
export function ShownOnce({ secret, title, name, environment, children, onStored }: Props) {
  const [stored, setStored] = useState(false);
  const end = () => {
    setStored(false);
    onStored();
  };
  return (
    <Modal
      opened={secret !== undefined}
      onClose={end}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Group>
          <EnvironmentBadge environment={environment} />
        </Group>
        <Notice kind="warning" title={t('keys.onceTitle')}>
          {t('keys.once')}
        </Notice>
        <Snippet name={name} text={secret ?? ''} />
        {children}
        <Checkbox
          label={t('keys.stored')}
          checked={stored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!stored} onClick={end}>
            {t('keys.storedAction')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
