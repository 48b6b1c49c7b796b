// The frame of every form, and shared fields.
import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { type FormEventHandler, type ReactNode, useLayoutEffect, useRef } from 'react';
import { caretAfter, withoutSeparators, withSeparators } from './amount-typed.ts';
import { Problem } from './problem.ts';
import { ProblemShown } from './states/problem.tsx';
import { t } from './words/t.ts';

type Props = {
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Label of the button. */
  submit: string;
  pending?: boolean;
  /** False while something that has to be seen first is not shown yet. */
  ready?: boolean;
  /** The error of the last attempt. */
  error?: unknown;
  danger?: boolean;
  /** Drops the earlier intent after a conflict with it: the next submit is a new one. */
  startOver?: () => void;
  onCancel?: () => void;
  /** Label of the cancel button, where it does something other than cancel. */
  cancel?: string;
  /** Full-width button, for forms that are a page of their own. */
  wide?: boolean;
  /** Focuses the button, for forms without a field. */
  focusSubmit?: boolean;
  children: ReactNode;
};

const isConflict = (error: unknown) => error instanceof Problem && error.code === 'idempotency_conflict';

/** A form: fields, error, and one button that names the action. */
export function Form(props: Props) {
  const {
    onSubmit,
    submit,
    pending,
    ready = true,
    error,
    danger,
    startOver,
    onCancel,
    cancel,
    wide,
    focusSubmit,
    children,
  } = props;
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
        <Group justify="flex-end" mt={4} className="actions">
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              {cancel ?? t('frame.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            loading={pending}
            disabled={!ready}
            fullWidth={wide}
            color={danger === true ? 'red.8' : undefined}
            {...(focusSubmit === true ? { autoFocus: true, 'data-autofocus': true } : {})}
          >
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type AmountProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value?: string;
  /** Called with the amount without separators. */
  onChange?: (amount: string) => void;
};

/** An amount in dollars, shown with separators while it is typed. */
export function AmountInput({ value = '', onChange, ...rest }: AmountProps) {
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current !== undefined) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      leftSection="$"
      placeholder="0.00"
      classNames={{ input: 'figures' }}
      {...rest}
      ref={field}
      value={withSeparators(value)}
      onChange={({ currentTarget, nativeEvent }) => {
        const isPasted = /Paste|Drop/.test((nativeEvent as InputEvent).inputType);
        const amount = withoutSeparators(currentTarget.value, value, isPasted);
        caret.current = caretAfter(currentTarget, withSeparators(amount));
        onChange?.(amount);
      }}
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

/** Digits of an authenticator code (RFC 6238). */
const DIGITS = 6;

type DigitsProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  code: string;
  onCode: (code: string) => void;
  /** Called with the code as soon as its last digit is typed or pasted. */
  onComplete: (code: string) => void;
};

/** The code of an authenticator app in one field. Spaces of a pasted code are dropped. */
export function DigitsInput({ code, onCode, onComplete, ...rest }: DigitsProps) {
  return (
    <CodeInput
      inputMode="numeric"
      description={t('secondFactor.digits')}
      value={code}
      onChange={(event) => {
        const digits = event.currentTarget.value.replaceAll(/\D/g, '').slice(0, DIGITS);
        onCode(digits);
        if (digits !== code && isWholeCode(digits)) onComplete(digits);
      }}
      {...rest}
    />
  );
}

/** Whether this is a whole code of an app. A backup code has other characters too. */
export const isWholeCode = (code: string): boolean => code.length === DIGITS && /^\d+$/.test(code);
