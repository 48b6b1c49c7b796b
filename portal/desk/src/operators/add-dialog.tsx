// Propose an operator. After approval they get an email, and set their own password and second factor.
import { Modal, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { answer, deskApi } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { looksLikeEmail } from '../../../shared/sign-in-form.tsx';
import { LONGEST_REASON, mistakeInReason, ReasonInput } from '../frame/with-reason.tsx';
import { Proposed, proposing } from '../proposals/proposed.tsx';
import { t } from '../words/t.ts';

/** Name, email and reason, then a link to the proposal. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { name: '', email: '', reason: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('deskOperators.nameMissing') : null),
      email: (email) => (looksLikeEmail(email) ? null : t('signIn.emailInvalid')),
      reason: mistakeInReason,
    },
  });
  const add = useWrite({
    write: ({ name, email, reason }: typeof form.values) => {
      const body = { name: name.trim(), email: email.trim(), reason: reason.trim() };
      return answer(deskApi.POST('/desk/v1/operators', { body }));
    },
    changes: proposing,
  });
  return (
    <Modal opened onClose={onClose} title={t('deskOperators.addTitle')}>
      {add.data !== undefined ? (
        <Proposed proposal={add.data.proposal} onClose={onClose} />
      ) : (
        <Form
          submit={t('deskOperators.add')}
          pending={add.isPending}
          error={add.error}
          onCancel={onClose}
          onSubmit={form.onSubmit((values) => add.mutate(values))}
        >
          <Text size="sm">{t('deskOperators.addWhy')}</Text>
          <TextInput
            label={t('deskOperators.name')}
            description={t('deskOperators.nameHelp')}
            maxLength={LONGEST_REASON}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('deskOperators.email')}
            type="email"
            maxLength={LONGEST_REASON}
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <ReasonInput description={t('deskProposals.reasonHelp')} {...form.getInputProps('reason')} />
        </Form>
      )}
    </Modal>
  );
}
