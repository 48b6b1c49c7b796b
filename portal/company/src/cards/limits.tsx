// Spending limits of a card, in a form that is filled with the present ones.
import { Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { AmountInput, Form } from '../../../shared/form.tsx';
import { looksLikeAmount } from '../../../shared/money.tsx';
import { t } from '../words/t.ts';
import { useLimits } from './act.ts';
import { type Card, type Limits, limitNames } from './card.ts';
import '../words/cards.ts';
import '../words/operations.ts';

type Props = {
  card: Card;
  /** The limits that the form begins with. */
  present: Limits;
  opened: boolean;
  onClose: () => void;
  /** Called with the operation that sets them. */
  onBegun: (operationId: string) => void;
};

const toText = (amount: string | null) => amount ?? '';
const toLimit = (text: string) => (text.trim() === '' ? null : text.trim());
const wrong = (text: string) =>
  text.trim() === '' || looksLikeAmount(text.trim()) ? null : t('operations.amountWrong');

/** The dialog that sets limits. Give it a `key` of the present ones: other limits begin another form. */
export function SetLimits({ card, present, opened, onClose, onBegun }: Props) {
  const form = useForm({
    initialValues: {
      perTransaction: toText(present.perTransaction),
      perDay: toText(present.perDay),
      perMonth: toText(present.perMonth),
    },
    validate: { perTransaction: wrong, perDay: wrong, perMonth: wrong },
  });
  const set = useLimits(card.id, (operationId) => {
    onClose();
    onBegun(operationId);
  });
  const close = () => {
    set.reset();
    form.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={t('cards.limitsTitle', { name: card.name })}>
      <Form
        submit={t('cards.limitsAction')}
        pending={set.isPending}
        error={set.error}
        startOver={set.startOver}
        onCancel={close}
        onSubmit={form.onSubmit(({ perTransaction, perDay, perMonth }) => {
          if (set.isPending) return;
          set.mutate({
            perTransaction: toLimit(perTransaction),
            perDay: toLimit(perDay),
            perMonth: toLimit(perMonth),
          });
        })}
      >
        <Text size="sm" c="dimmed">
          {t('cards.limitsWhy')}
        </Text>
        {limitNames.map((name, index) => (
          <AmountInput
            key={name}
            label={t(`cards.limitName.${name}`)}
            placeholder={t('cards.noLimit')}
            {...(index === 0 ? { 'data-autofocus': true } : {})}
            {...form.getInputProps(name)}
          />
        ))}
      </Form>
    </Modal>
  );
}
