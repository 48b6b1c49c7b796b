// The form that adds a cardholder, on its own page and while issuing a card.
import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { answer } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { type Holder, holderKinds } from './holder.ts';
import '../words/holders.ts';

type Values = Pick<Holder, 'name' | 'email' | 'kind' | 'externalId'>;

const noValues: Values = { name: '', email: '', kind: 'individual', externalId: '' };

/** The form's state. The caller keeps it, so that a retry without a response reuses the Idempotency-Key. */
export function useNewHolder(onDone: (holder: Holder) => void) {
  const { api, key } = useScope();
  const queries = useQueryClient();
  const form = useForm<Values>({
    initialValues: noValues,
    validate: {
      name: (name) => (name.trim() === '' ? t('holders.nameMissing') : null),
      email: (email) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : t('holders.emailWrong')),
    },
  });
  const add = useWrite({
    keyed: true,
    write: ({ name, email, kind, externalId }: Values, intent) =>
      answer(
        api.POST('/api/v1/holders', {
          params: { header: { 'Idempotency-Key': intent } },
          body: {
            name: name.trim(),
            email: email.trim(),
            kind,
            ...(externalId.trim() === '' ? {} : { externalId: externalId.trim() }),
          },
        }),
      ),
    changes: [key('holders')],
    onDone: (holder) => {
      // Makes the new cardholder selectable immediately; the list is refetched in the background.
      queries.setQueryData<Holder[]>(key('holders', 'all'), (old) => (old === undefined ? old : [holder, ...old]));
      form.reset();
      onDone(holder);
    },
  });
  return { form, add };
}

type Props = { state: ReturnType<typeof useNewHolder>; onCancel: () => void };

/** The form. */
export function NewHolder({ state: { form, add }, onCancel }: Props) {
  const { environment } = useScope();
  return (
    <Form
      submit={t('holders.add')}
      pending={add.isPending}
      error={add.error}
      startOver={add.startOver}
      onCancel={onCancel}
      onSubmit={form.onSubmit((values) => {
        if (!add.isPending) add.mutate(values);
      })}
    >
      <Text size="sm" c="dimmed">
        {t(`holders.newWhy.${environment}`)}
      </Text>
      <TextInput
        label={t('holders.name')}
        description={t('holders.nameHelp')}
        autoComplete="off"
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('holders.email')}
        type="email"
        autoComplete="off"
        maxLength={320}
        {...form.getInputProps('email')}
      />
      <Radio.Group label={t('holders.kind')} {...form.getInputProps('kind')}>
        <Stack gap={8} mt={6}>
          {holderKinds.map((kind) => (
            <Radio key={kind} value={kind} label={t(`holders.kind.${kind}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t('holders.externalId')}
        description={t('holders.externalIdHelp')}
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps('externalId')}
      />
    </Form>
  );
}
