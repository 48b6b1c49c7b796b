// The form of an endpoint: URL, description and event types. Used to add and to edit.
import { Checkbox, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { Form } from '../../../shared/form.tsx';
import { maybe, t } from '../words/t.ts';
import { type Endpoint, type EventType, eventGroups, eventTypes } from './endpoint.ts';
import '../words/webhooks.ts';

export type Wanted = { url: string; description: string; events: Endpoint['events'] };

type Values = { url: string; description: string; every: 'yes' | 'no'; types: EventType[] };

type Props = {
  /** The existing endpoint; undefined for a new one. */
  present?: Endpoint;
  submit: string;
  pending: boolean;
  error: unknown;
  onCancel: () => void;
  onSubmit: (wanted: Wanted) => void;
  children?: ReactNode;
};

const isTyped = (event: Endpoint['events'][number]): event is EventType => event !== '*';

/** The form. */
export function EndpointForm({ present, submit, pending, error, onCancel, onSubmit, children }: Props) {
  const form = useForm<Values>({
    initialValues: {
      url: present?.url ?? '',
      description: present?.description ?? '',
      every: present === undefined || present.events.includes('*') ? 'yes' : 'no',
      types: (present?.events ?? []).filter(isTyped),
    },
    validate: {
      url: (url) => (/^https?:\/\/\S+$/.test(url.trim()) ? null : t('webhooks.urlInvalid')),
      types: (types, { every }) => (every === 'no' && types.length === 0 ? t('webhooks.eventsMissing') : null),
    },
  });
  const send = ({ url, description, every, types }: Values) =>
    onSubmit({
      url: url.trim(),
      description: description.trim(),
      events: every === 'yes' ? ['*'] : eventTypes.filter((type) => types.includes(type)),
    });
  return (
    <Form submit={submit} pending={pending} error={error} onCancel={onCancel} onSubmit={form.onSubmit(send)}>
      {children}
      <TextInput
        label={t('webhooks.url')}
        description={t('webhooks.urlHelp')}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2_048}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        label={t('webhooks.description')}
        description={t('webhooks.descriptionHelp')}
        maxLength={200}
        {...form.getInputProps('description')}
      />
      <Radio.Group label={t('webhooks.listens')} {...form.getInputProps('every')}>
        <Stack gap="xs" mt="xs">
          <Radio value="yes" label={t('webhooks.everyEvent')} description={t('webhooks.everyEventHelp')} />
          <Radio value="no" label={t('webhooks.onlySome')} />
        </Stack>
      </Radio.Group>
      {form.values.every === 'no' && <Types {...form.getInputProps('types')} />}
    </Form>
  );
}

type TypesProps = { value?: EventType[]; onChange?: (value: string[]) => void; error?: string };

function Types({ value, onChange, error }: TypesProps) {
  return (
    <Checkbox.Group aria-label={t('webhooks.onlySome')} value={value} onChange={onChange} error={error}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {eventGroups.map(({ about, types }) => (
          <div key={about}>
            <Text size="xs" fw={600} c="dimmed" mb={6}>
              {maybe(`webhooks.group.${about}`) ?? about}
            </Text>
            <Stack gap={6}>
              {types.map((type) => (
                <Checkbox key={type} value={type} label={type} />
              ))}
            </Stack>
          </div>
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
