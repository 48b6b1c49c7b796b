// The frame of every form, and shared fields.
import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { Problem } from './problem.ts';
import { ProblemShown } from './states/problem.tsx';
import { t } from './words/t.ts';

type Props = {
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Label of the button. */
  submit: string;
  pending?: boolean;
  /** The error of the last attempt. */
  error?: unknown;
  danger?: boolean;
  /** Drops the earlier intent after a conflict with it: the next submit is a new one. */
  startOver?: () => void;
  onCancel?: () => void;
  /** Full-width button, for forms that are a page of their own. */
  wide?: boolean;
  children: ReactNode;
};

const isConflict = (error: unknown) => error instanceof Problem && error.code === 'idempotency_conflict';

/** A form: fields, error, and one button that names the action. */
export function Form(props: Props) {
  const { onSubmit, submit, pending, error, danger, startOver, onCancel, wide, children } = props;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        {children}
        {error !== undefined && error !== null && <ProblemShown error={error} />}
        {startOver !== undefined && isConflict(error) && (
          <Button variant="default" onClick={startOver}>
            {t('frame.beginAgain')}
          </Button>
        )}
        <Group justify="flex-end" mt={4}>
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              {t('frame.cancel')}
            </Button>
          )}
          <Button type="submit" loading={pending} fullWidth={wide} color={danger === true ? 'red.8' : undefined}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** An amount in dollars, kept as typed. */
export function AmountInput(props: TextInputProps) {
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      leftSection="$"
      placeholder="0.00"
      classNames={{ input: 'figures' }}
      {...props}
    />
  );
}

/** A two-factor code: six digits of the app, or a backup code. */
export function CodeInput(props: TextInputProps) {
  return (
    <TextInput
      autoComplete="one-time-code"
      inputMode="text"
      spellCheck={false}
      maxLength={32}
      data-autofocus
      classNames={{ input: 'figures' }}
      {...props}
    />
  );
}
