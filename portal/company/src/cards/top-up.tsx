// Top up a card: amount, price, confirmation.
import { useForm } from '@mantine/form';
import { AmountInput } from '../../../shared/form.tsx';
import { looksLikeAmount, moneyText } from '../../../shared/money.tsx';
import { OrderDialog } from '../orders/order-dialog.tsx';
import { amountHelp, type Repeated, repeating } from '../orders/price.ts';
import type { Product } from '../orders/products.ts';
import { t } from '../words/t.ts';
import type { Card } from './card.ts';
import '../words/cards.ts';
import '../words/operations.ts';

type Props = {
  card: Card;
  product: Product | undefined;
  opened: boolean;
  onClose: () => void;
  /** An earlier order, which fills the form. */
  filled?: { amount: string } & Repeated;
};

/** The dialog that tops up a card. It stays mounted while it is closed, see `OrderDialog`. */
export function TopUp({ card, product, opened, onClose, filled }: Props) {
  const form = useForm({
    initialValues: { amount: filled?.amount ?? '' },
    validate: { amount: (amount) => (looksLikeAmount(amount.trim()) ? null : t('operations.amountWrong')) },
  });
  const amount = form.values.amount.trim();
  const { id, name, last4 } = card;
  return (
    <OrderDialog
      opened={opened}
      onClose={onClose}
      title={t('cards.topUpTitle', { name })}
      order={repeating(filled, looksLikeAmount(amount) ? { type: 'topup', cardId: id, amount } : undefined)}
      check={() => !form.validate().hasErrors}
      question={t('cards.confirmTopUp')}
      told={t('cards.confirmTopUpWhy', { amount: `$${moneyText(amount)}`, name, last4 })}
      action={t('cards.topUpAction')}
      pricing={product?.pricing.topup}
    >
      <AmountInput
        label={t('cards.topUpAmount')}
        description={amountHelp(product?.pricing.topup)}
        data-autofocus
        {...form.getInputProps('amount')}
      />
    </OrderDialog>
  );
}
