// Demo people for development: signs in as one of them without a password.
import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { answer, apiOf } from '../../../shared/client.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { t } from '../words/demo.ts';

/** A button for every demo person; nothing if the server has none. */
export function DemoPeople({ onDone }: { onDone: () => void }) {
  const people = useQuery({
    queryKey: ['development'],
    queryFn: () => answer(apiOf().GET('/portal/v1/development')),
    retry: false,
  });
  const signIn = useMutation({
    mutationFn: (email: string) => answer(apiOf().POST('/portal/v1/development/sign-in', { body: { email } })),
    onSuccess: onDone,
  });
  if (people.data === undefined) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('demo.title')}
      </Text>
      {people.data.people.map(({ email, name, role }) => (
        <Button key={email} variant="default" onClick={() => signIn.mutate(email)}>
          {name} ({role})
        </Button>
      ))}
      {signIn.isError && <ProblemShown error={signIn.error} />}
    </Stack>
  );
}
