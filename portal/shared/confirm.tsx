// A confirmation: effect, environment and cost.
import { Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form } from './form.tsx';
import { Money } from './money.tsx';
import type { Environment } from './portal-api.ts';
import { EnvironmentBadge } from './status.tsx';
import { t } from './words/t.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, in a sentence or two. */
  children: ReactNode;
  /** The environment; left out only for actions that belong to none. */
  environment?: Environment;
  /** The total cost. */
  total?: string;
  /** Label of the button: the action, never "OK". */
  action: string;
  onConfirm: () => void;
  pending?: boolean;
  error?: unknown;
  danger?: boolean;
  /** Replaces the question where the person cannot do this yet. */
  instead?: ReactNode;
};

/** Asks for confirmation; environment and total are directly above the button. */
export function Confirm(props: Props) {
  const { opened, onClose, title, instead } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      {instead ?? <Question {...props} />}
    </Modal>
  );
}

function Question(props: Props) {
  const { onClose, children, environment, total, action, onConfirm, pending, error, danger } = props;
  return (
    <Form
      submit={action}
      pending={pending}
      error={error}
      danger={danger}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm();
      }}
    >
      <Text size="sm" component="div">
        {children}
      </Text>
      {(environment !== undefined || total !== undefined) && (
        <Stack gap={8} className="surface" p="md">
          {environment !== undefined && (
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                {t('frame.environment')}
              </Text>
              <EnvironmentBadge environment={environment} />
            </Group>
          )}
          {total !== undefined && (
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                {t('frame.total')}
              </Text>
              <Text fw={650}>
                <Money amount={total} />
              </Text>
            </Group>
          )}
        </Stack>
      )}
    </Form>
  );
}
