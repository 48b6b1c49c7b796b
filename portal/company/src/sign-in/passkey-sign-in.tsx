// Signing in with a passkey alone.
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { auth } from '../../../shared/auth.ts';
import type { RequestOptions } from '../../../shared/passkeys/ceremony.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { t } from '../words/t.ts';

/** One button; the browser offers the passkeys that it knows for this site. */
export function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const signIn = useMutation({
    mutationFn: async () => {
      const { givePasskey } = await import('../../../shared/passkeys/ceremony.ts');
      const options = await auth<RequestOptions>('/portal/auth', 'passkey/options', { step: 'sign_in' });
      return auth('/portal/auth', 'passkey', { step: 'sign_in', credential: await givePasskey(options) });
    },
    onSuccess: onDone,
  });
  return (
    <Stack gap="md">
      {signIn.error !== null && <ProblemShown error={signIn.error} />}
      <Button variant="default" fullWidth loading={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('passkeys.signIn')}
      </Button>
    </Stack>
  );
}
