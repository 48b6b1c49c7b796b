// Actions that need a reason: effect, environment, and one line for the audit log.
import { Group, Modal, Text, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Form } from '../../../shared/form.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { t } from '../words/t.ts';

/** The server's maximum length. */
export const LONGEST_REASON = 200;

/** The reason field. */
export function ReasonInput(props: TextInputProps) {
  return (
    <TextInput
      label={t('deskFrame.reason')}
      description={t('deskFrame.reasonHelp')}
      maxLength={LONGEST_REASON}
      autoComplete="off"
      {...props}
    />
  );
}

/** The error of a reason, if any. */
export const mistakeInReason = (reason: string): string | null =>
  reason.trim() === '' ? t('deskFrame.reasonMissing') : null;

type FormProps = {
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
  environment?: 'sandbox' | 'live';
  /** Who reads the reason. */
  readers?: string;
  /** Label of the button: the action. */
  action: string;
  onAction: (reason: string) => void;
  pending: boolean;
  error: unknown;
  danger?: boolean;
};

type Props = FormProps & { opened: boolean; title: string };

/** Asks for a reason before the action. */
export function WithReason(props: Props) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      <ReasonForm {...props} />
    </Modal>
  );
}

/** Remounted with each opening, so that an old reason never appears in a new dialog. */
export function ReasonForm({
  children,
  environment,
  readers,
  action,
  onAction,
  onClose,
  pending,
  error,
  danger,
}: FormProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <Form
      submit={action}
      pending={pending}
      error={error}
      danger={danger}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === '') return setMissing(true);
        onAction(reason.trim());
      }}
    >
      <Text size="sm" component="div">
        {children}
      </Text>
      {environment !== undefined && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {t('frame.environment')}
          </Text>
          <EnvironmentBadge environment={environment} />
        </Group>
      )}
      <ReasonInput
        {...(readers === undefined ? {} : { description: readers })}
        data-autofocus
        value={reason}
        error={isMissing && mistakeInReason(reason)}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Form>
  );
}
