// Create a key: name, permissions, expiry; then the key, shown once.
import { Button, Checkbox, Group, Modal, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { answer } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import type { KeyScope } from '../../../shared/portal-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { aheadOf } from '../../../shared/server-clock.ts';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { useSecondFactorFirst } from '../security/second-factor-first.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { grouped, onlyReads, scopeWords } from './scopes.ts';
import { ShownOnce } from './shown-once.tsx';
import { TryIt } from './try-it.tsx';
import '../words/keys.ts';

const DAY_MS = 24 * 3_600_000;

const lifetimes = [
  { value: '', label: t('keys.expiresNever') },
  { value: '30', label: t('keys.expires30') },
  { value: '90', label: t('keys.expires90') },
  { value: '365', label: t('keys.expires365') },
];

type Fields = { name: string; scopes: KeyScope['name'][]; days: string };
type Wanted = Pick<Fields, 'name' | 'scopes'> & { expiresAt?: string };
type Props = { opened: boolean; onClose: () => void };

/** The dialog that creates a key in the current environment. */
export function CreateKey({ opened, onClose }: Props) {
  const { api, key, environment } = useScope();
  const create = useWrite({
    secret: true,
    write: (wanted: Wanted) => answer(api.POST('/portal/v1/keys', { body: { ...wanted, environment } })),
    changes: [key('keys')],
  });
  const close = () => {
    create.reset();
    onClose();
  };
  const made = create.data;
  const first = useSecondFactorFirst();
  return (
    <>
      <Modal
        opened={opened && made === undefined}
        onClose={close}
        size="lg"
        title={environment === 'live' ? t('keys.createLive') : t('keys.createSandbox')}
      >
        {(environment === 'live' && first) || (
          <KeyForm
            pending={create.isPending}
            error={create.error}
            onCancel={close}
            onSubmit={(wanted) => create.mutate(wanted)}
          />
        )}
      </Modal>
      <ShownOnce
        secret={made?.text}
        title={t('keys.createdTitle')}
        name={t('keys.text')}
        environment={made?.key.environment ?? environment}
        onStored={close}
      >
        <TryIt />
      </ShownOnce>
    </>
  );
}

const wantedOf = ({ name, scopes, days }: Fields, aheadMs: number): Wanted => ({
  name: name.trim(),
  scopes,
  ...(days === '' ? {} : { expiresAt: new Date(Date.now() + aheadMs + Number(days) * DAY_MS).toISOString() }),
});

type FormProps = { pending: boolean; error: unknown; onCancel: () => void; onSubmit: (wanted: Wanted) => void };

/** The form; reopened, it starts empty. */
function KeyForm({ pending, error, onCancel, onSubmit }: FormProps) {
  const { api, environment } = useScope();
  const scopes = useQuery({
    queryKey: ['scopes'],
    queryFn: async () => {
      const asked = api.GET('/portal/v1/scopes');
      return { ...(await answer(asked)), aheadMs: aheadOf((await asked).response) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const form = useForm<Fields>({
    initialValues: { name: '', scopes: [], days: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('keys.nameMissing') : null),
      scopes: (chosen) => (chosen.length === 0 ? t('keys.scopesMissing') : null),
    },
  });
  if (scopes.isPending) return <RowsSkeleton />;
  if (scopes.isError) return <ProblemShown error={scopes.error} again={() => void scopes.refetch()} />;
  return (
    <Form
      submit={environment === 'live' ? t('keys.createLive') : t('keys.createSandbox')}
      pending={pending}
      error={error}
      onCancel={onCancel}
      onSubmit={form.onSubmit((fields) => onSubmit(wantedOf(fields, scopes.data.aheadMs)))}
    >
      <Where />
      <TextInput
        label={t('keys.name')}
        description={t('keys.nameHelp')}
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Scopes scopes={scopes.data.items} {...form.getInputProps('scopes')} />
      <Select label={t('keys.expires')} data={lifetimes} allowDeselect={false} {...form.getInputProps('days')} />
    </Form>
  );
}

function Where() {
  const { environment } = useScope();
  return (
    <Stack gap="xs" align="flex-start">
      <EnvironmentBadge environment={environment} />
      {environment === 'live' ? (
        <Notice kind="warning">{t('keys.createLiveWhy')}</Notice>
      ) : (
        <Text size="sm" c="dimmed">
          {t('keys.createSandboxWhy')}
        </Text>
      )}
    </Stack>
  );
}

type ScopesProps = {
  scopes: readonly KeyScope[];
  value?: string[];
  onChange?: (value: string[]) => void;
  error?: string;
};

function Scopes({ scopes, value, onChange, error }: ScopesProps) {
  const all = scopes.map(({ name }) => name);
  const choose = (words: string, names: string[]) => (
    <Button variant="default" size="compact-xs" onClick={() => onChange?.(names)}>
      {words}
    </Button>
  );
  return (
    <Checkbox.Group
      label={t('keys.scopes')}
      description={t('keys.scopesHelp')}
      value={value}
      onChange={onChange}
      error={error}
    >
      <Group gap={6} mt="xs">
        {choose(t('keys.chooseReading'), all.filter(onlyReads))}
        {choose(t('keys.chooseAll'), all)}
        {choose(t('keys.chooseNone'), [])}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" verticalSpacing="md" mt="sm" mb={4}>
        {grouped(scopes).map((group) => (
          <div key={group.name}>
            <Text size="xs" fw={600} c="dimmed" mb={6}>
              {group.name}
            </Text>
            <Stack gap={8}>
              {group.scopes.map(({ name, meaning }) => (
                <Checkbox key={name} value={name} label={scopeWords(name, meaning)} description={name} />
              ))}
            </Stack>
          </div>
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
