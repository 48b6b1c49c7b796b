// The parts of passkeys that pages hold before anybody uses one: nothing of them is in the first load.
import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';

const Loaded = lazy(async () => ({ default: (await import('./passkey-form.tsx')).PasskeyForm }));

/** The ways in which a person can give a second factor. */
export type Ways = { app: boolean; passkey: boolean };

/** Whether this browser knows passkeys. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Asks for a passkey. */
export function PasskeyForm(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
