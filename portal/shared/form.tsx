// The frame of every form, and the fields that several of them have.
import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { Problem } from './problem.ts';
import { ProblemShown } from './states/problem.tsx';
import { t } from './words/t.ts';

type Props = {
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Words of the button. */
  submit: string;
  pending?: boolean;
  /** What went wrong with the last try. */
  error?: unknown;
  danger?: boolean;
  /** Gives up the earlier try after a conflict with it: the next one is a try of its own. */
  startOver?: () => void;
  onCancel?: () => void;
  /** The button as wide as the form: for forms that are a page of their own. */
  wide?: boolean;
  children: ReactNode;
};

const isConflict = (error: unknown) => error instanceof Problem && error.code === 'idempotency_conflict';

/** A form: fields, what went wrong, and one button that says what it does. */
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

/** An amount in dollars, kept as the text that was typed. */
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

/** The code of a second factor: six figures of the app, or a backup code. */
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
