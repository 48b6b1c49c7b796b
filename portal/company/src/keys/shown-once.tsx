// A secret that is shown once: from the answer that made it, until the person says that it is stored.
import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Environment } from '../../../shared/portal-api.ts';
import { Notice } from '../../../shared/states/problem.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { Snippet } from '../reference/snippet.tsx';
import { t } from '../words/t.ts';

type Props = {
  /** undefined while there is nothing to show. */
  secret: string | undefined;
  title: string;
  /** What the text is, for those who do not see it. */
  name: string;
  environment: Environment;
  /** Where it goes, and what to do next. */
  children?: ReactNode;
  /** The caller forgets the secret. */
  onStored: () => void;
};

/** Shows the secret. Neither Escape nor a click beside it closes it: it cannot be read again. */
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
            {t('keys.storedAct')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
