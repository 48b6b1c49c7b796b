// The signed-in person's security: two-factor authentication, passkeys, password, sessions.
import { Stack } from '@mantine/core';
import { Page as Sheet } from '../../../shared/page.tsx';
import { t } from '../words/t.ts';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import '../words/security.ts';

/** The security of a person. */
export function Page() {
  return (
    <Sheet title={t('security.title')} lead={t('security.lead')}>
      <Stack gap="lg">
        <SecondFactor />
        <Passkeys />
        <Password />
        <Sessions />
      </Stack>
    </Sheet>
  );
}
