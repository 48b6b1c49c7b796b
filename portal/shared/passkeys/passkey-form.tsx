// One button that asks for a passkey, and the link to a code for people who have both. Loaded when it is shown.
import { Anchor, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Form } from '../form.tsx';
import { t } from '../words/t.ts';
import { givePasskey, type RequestOptions } from './ceremony.ts';

/** The two requests around the browser's dialog. */
export type PasskeyUse = {
  begin: () => Promise<RequestOptions>;
  finish: (credential: Awaited<ReturnType<typeof givePasskey>>) => Promise<unknown>;
};

type Props = PasskeyUse & {
  why: string;
  onDone: () => void;
  onCancel?: (() => void) | undefined;
  /** Changes to a code; left out for people without one. */
  onCode?: (() => void) | undefined;
  wide?: boolean;
};

/** Asks for a passkey. */
export function PasskeyForm({ begin, finish, why, onDone, onCancel, onCode, wide = false }: Props) {
  const give = useMutation({ mutationFn: async () => finish(await givePasskey(await begin())), onSuccess: onDone });
  return (
    <Form
      wide={wide}
      focusSubmit
      submit={t('passkeys.use')}
      pending={give.isPending}
      error={give.error}
      {...(onCancel === undefined ? {} : { onCancel })}
      onSubmit={(event) => {
        event.preventDefault();
        if (!give.isPending) give.mutate();
      }}
    >
      <Text size="sm">{why}</Text>
      {onCode !== undefined && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={onCode}>
          {t('passkeys.useCode')}
        </Anchor>
      )}
    </Form>
  );
}
