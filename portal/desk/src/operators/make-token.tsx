// Create a token for the command line. It is shown once and stored nowhere.
import { Button, Checkbox, Code, Group, Modal, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { answer, deskApi } from '../../../shared/client.ts';
import { Copy } from '../../../shared/copy.tsx';
import type { NewToken } from '../../../shared/desk-api.ts';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Notice } from '../../../shared/states/problem.tsx';
import { LONGEST_REASON } from '../frame/with-reason.tsx';
import { actionWord } from '../proposals/words.ts';
import { t } from '../words/t.ts';
import { actionGroups } from './actions.ts';

/** The longest validity of a token. */
const MOST_DAYS = 365;

type Typed = { name: string; days: string; may: 'everything' | 'some'; actions: string[] };

const tokenOf = ({ name, days, may, actions }: Typed): NewToken => ({
  name: name.trim(),
  expiresInDays: Number(days),
  actions: may === 'some' ? actions : null,
});

const isDays = (days: string) => /^\d{1,3}$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= MOST_DAYS;

/** Asks for its purpose, creates it, and shows it until the operator confirms that it is stored. */
export function MakeToken({ onClose }: { onClose: () => void }) {
  const form = useForm<Typed>({
    initialValues: { name: '', days: '90', may: 'everything', actions: [] },
    validate: {
      name: (name) => (name.trim() === '' ? t('deskOperators.tokenNameMissing') : null),
      days: (days) => (isDays(days) ? null : t('deskOperators.tokenDaysInvalid')),
    },
  });
  const make = useWrite({
    secret: true,
    write: (token: NewToken) => answer(deskApi.POST('/desk/v1/operators/me/tokens', { body: token })),
    changes: [['tokens']],
  });
  if (make.data !== undefined) return <Shown token={make.data.token} onStored={onClose} />;
  return (
    <Modal opened onClose={onClose} title={t('deskOperators.tokenTitle')} size="lg">
      <Form
        submit={t('deskOperators.tokenMake')}
        pending={make.isPending}
        error={make.error}
        onCancel={onClose}
        onSubmit={form.onSubmit((typed) => make.mutate(tokenOf(typed)))}
      >
        <Text size="sm">{t('deskOperators.tokenWhy')}</Text>
        <TextInput
          label={t('deskOperators.tokenName')}
          description={t('deskOperators.tokenNameHelp')}
          maxLength={LONGEST_REASON}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('deskOperators.tokenDays')}
          description={t('deskOperators.tokenDaysHelp')}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          classNames={{ input: 'figures' }}
          {...form.getInputProps('days')}
        />
        <May form={form} />
        <Text size="sm" c="dimmed">
          {t('deskFrame.asksCode')}
        </Text>
      </Form>
    </Modal>
  );
}

/** All actions or a selection: a limited token does less harm when it is lost. */
function May({ form }: { form: UseFormReturnType<Typed> }) {
  return (
    <>
      <Radio.Group label={t('deskOperators.tokenMay')} {...form.getInputProps('may')}>
        <Stack gap={8} mt={6}>
          <Radio value="everything" label={t('deskOperators.tokenEverything')} />
          <Radio value="some" label={t('deskOperators.tokenSome')} />
        </Stack>
      </Radio.Group>
      {form.values.may === 'some' && (
        <Checkbox.Group label={t('deskOperators.tokenActions')} {...form.getInputProps('actions')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" verticalSpacing="md" mt="sm" mb={4}>
            {actionGroups.map(({ name, actions }) => (
              <div key={name}>
                <Text size="xs" fw={600} c="dimmed" mb={6}>
                  {name}
                </Text>
                <Stack gap={8}>
                  {actions.map((action) => (
                    <Checkbox key={action} value={action} label={actionWord(action)} />
                  ))}
                </Stack>
              </div>
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </>
  );
}

/** Escape and clicks outside do not close it: the token cannot be read again. */
function Shown({ token, onStored }: { token: string; onStored: () => void }) {
  return (
    <Modal
      opened
      onClose={onStored}
      title={t('deskOperators.token')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Notice kind="warning">{t('deskOperators.tokenOnce')}</Notice>
        <Code block>{token}</Code>
        <Group justify="space-between">
          <Copy text={token} what={t('deskOperators.token')} size="sm" />
          <Button onClick={onStored}>{t('deskOperators.tokenStored')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
