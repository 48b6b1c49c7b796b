// The name of a card.
import { Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { answer } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { toast } from '../../../shared/toast.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import type { Card } from './card.ts';
import '../words/cards.ts';

type Props = { card: Card; opened: boolean; onClose: () => void };

/** The dialog that renames a card. Give it a `key` of the name. */
export function Rename({ card: { id, name }, opened, onClose }: Props) {
  const { api, key } = useScope();
  const form = useForm({ initialValues: { name } });
  const rename = useWrite({
    write: (body: { name: string }) => answer(api.PATCH('/api/v1/cards/{id}', { params: { path: { id } }, body })),
    changes: [key('cards')],
    onDone: () => {
      onClose();
      toast(t('cards.renamed'));
    },
  });
  const close = () => {
    rename.reset();
    form.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={t('cards.rename')}>
      <Form
        submit={t('cards.renameAction')}
        pending={rename.isPending}
        error={rename.error}
        onCancel={close}
        onSubmit={form.onSubmit((values) => rename.mutate({ name: values.name.trim() }))}
      >
        <TextInput
          label={t('cards.label')}
          description={t('cards.renameHelp')}
          autoComplete="off"
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
      </Form>
    </Modal>
  );
}
