// Ordering a service: recipient and amount, the price, the confirmation.
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { AmountInput } from '../../../shared/form.tsx';
import { looksLikeAmount, moneyText } from '../../../shared/money.tsx';
import { OrderDialog } from '../orders/order-dialog.tsx';
import { amountHelp, type Repeated, repeating } from '../orders/price.ts';
import type { Product } from '../orders/products.ts';
import { t } from '../words/t.ts';
import '../words/operations.ts';
import '../words/services.ts';

type Props = {
  product: Product;
  opened: boolean;
  onClose: () => void;
  /** An earlier order, which fills the form. */
  filled?: { recipient: string; amount: string } & Repeated;
};

/** The dialog that orders a service. It stays mounted while it is closed, see `OrderDialog`. */
export function OrderService({ product, opened, onClose, filled }: Props) {
  const form = useForm({
    initialValues: { recipient: filled?.recipient ?? '', amount: filled?.amount ?? '' },
    validate: {
      recipient: (recipient) => (recipient.trim() === '' ? t('services.recipientMissing') : null),
      amount: (amount) => (looksLikeAmount(amount.trim()) ? null : t('operations.amountWrong')),
    },
  });
  const recipient = form.values.recipient.trim();
  const amount = form.values.amount.trim();
  const complete = recipient !== '' && looksLikeAmount(amount);
  const { id, name } = product;
  return (
    <OrderDialog
      opened={opened}
      onClose={onClose}
      title={t('services.orderTitle')}
      order={repeating(filled, complete ? { type: 'service', productId: id, recipient, amount } : undefined)}
      check={() => !form.validate().hasErrors}
      question={t('services.confirm')}
      told={t('services.confirmWhy', { name, recipient, amount: `$${moneyText(amount)}` })}
      action={t('services.action')}
      pricing={product.pricing.service}
    >
      <Text size="sm">{name}</Text>
      <TextInput
        label={t('services.recipient')}
        description={t('services.recipientHelp')}
        autoComplete="off"
        maxLength={320}
        data-autofocus
        {...form.getInputProps('recipient')}
      />
      <AmountInput
        label={t('services.amount')}
        description={amountHelp(product.pricing.service)}
        {...form.getInputProps('amount')}
      />
    </OrderDialog>
  );
}
