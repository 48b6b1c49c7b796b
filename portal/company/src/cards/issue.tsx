// Issue a card: product, cardholder (existing or new), amount; then price and confirmation.
import { Anchor, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { AmountInput } from '../../../shared/form.tsx';
import { looksLikeAmount, moneyText } from '../../../shared/money.tsx';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { type Holder, useHolder } from '../holders/holder.ts';
import { HolderPicker } from '../holders/holder-picker.tsx';
import { NewHolder, useNewHolder } from '../holders/new-holder.tsx';
import { OrderDialog } from '../orders/order-dialog.tsx';
import { amountHelp, type Order, type Repeated, repeating } from '../orders/price.ts';
import { type Product, useProducts } from '../orders/products.ts';
import { t } from '../words/t.ts';
import '../words/cards.ts';
import '../words/holders.ts';
import '../words/operations.ts';

type Values = { productId: string; holderId: string; name: string; amount: string };

const noValues: Values = { productId: '', holderId: '', name: '', amount: '' };

/** The form fields and their validation. */
const useIssueForm = ({ productId, holderId, name, amount }: Values) =>
  useForm<Values>({
    initialValues: { productId, holderId, name, amount },
    validate: {
      holderId: (id) => (id === '' ? t('cards.holderMissing') : null),
      amount: (amount) => (looksLikeAmount(amount.trim()) ? null : t('operations.amountWrong')),
    },
  });

type Props = {
  opened: boolean;
  onClose: () => void;
  /** An earlier order, which fills the form. */
  filled?: Values & Repeated;
};

/** The dialog that issues a card. It stays mounted while it is closed, see `OrderDialog`. */
export function Issue({ opened, onClose, filled }: Props) {
  const products = useProducts('card');
  const form = useIssueForm(filled ?? noValues);
  const { values } = form;
  const product = products.data?.find(({ id }) => id === values.productId) ?? products.data?.[0];
  const holder = useHolder(values.holderId === '' ? undefined : values.holderId).data;
  const [adding, setAdding] = useState(false);
  const newHolder = useNewHolder(({ id }) => {
    form.setFieldValue('holderId', id);
    setAdding(false);
  });
  const instead = {
    title: t('holders.new'),
    form: <NewHolder state={newHolder} onCancel={() => setAdding(false)} />,
    onClose: () => setAdding(false),
  };
  return (
    <OrderDialog
      opened={opened}
      onClose={onClose}
      title={t('cards.issueTitle')}
      order={repeating(filled, orderOf(values, product, holder))}
      check={() => !form.validate().hasErrors}
      question={t('cards.confirmIssue')}
      told={toldOf(values, holder)}
      action={t('cards.issueAction')}
      pricing={product?.pricing.issue}
      instead={adding ? instead : undefined}
    >
      {products.isError && <ProblemShown error={products.error} again={() => void products.refetch()} />}
      {products.data?.length === 0 && <Notice kind="warning">{t('cards.noProducts')}</Notice>}
      <Fields form={form} products={products.data ?? []} product={product} onAdd={() => setAdding(true)} />
      {holder?.status === 'pending' && <Notice>{t('cards.holderSettling', { name: holder.name })}</Notice>}
    </OrderDialog>
  );
}

/** No order, and so no price request, until the issuer has confirmed the cardholder. */
function orderOf(values: Values, product: Product | undefined, holder: Holder | undefined): Order | undefined {
  const amount = values.amount.trim();
  const name = values.name.trim();
  if (product === undefined || !looksLikeAmount(amount)) return undefined;
  if (holder === undefined || holder.status === 'pending') return undefined;
  return { type: 'issue', productId: product.id, holderId: holder.id, amount, ...(name === '' ? {} : { name }) };
}

function toldOf({ name, amount }: Values, holder: Holder | undefined): string {
  const said = { holder: holder?.name ?? t('cards.unknownHolder'), amount: `$${moneyText(amount.trim())}` };
  return name.trim() === ''
    ? t('cards.confirmIssueWhy', said)
    : t('cards.confirmIssueNamed', { ...said, name: name.trim() });
}

type FieldsProps = {
  form: ReturnType<typeof useIssueForm>;
  products: readonly Product[];
  product: Product | undefined;
  onAdd: () => void;
};

function Fields({ form, products, product, onAdd }: FieldsProps) {
  return (
    <>
      {products.length > 1 && (
        <NativeSelect
          label={t('cards.chooseProduct')}
          data={products.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('productId')}
          value={product?.id ?? ''}
        />
      )}
      <Stack gap={6}>
        <HolderPicker
          label={t('cards.chooseHolder')}
          description={t('cards.chooseHolderHelp')}
          placeholder={t('cards.findHolder')}
          nothingFoundMessage={t('cards.noHolderFound')}
          openOnFocus={false}
          data-autofocus
          toIssue
          error={form.getInputProps('holderId').error}
          value={form.values.holderId === '' ? undefined : form.values.holderId}
          onChoose={(id) => form.setFieldValue('holderId', id ?? '')}
        />
        <Text size="sm">
          <Anchor component="button" type="button" size="sm" onClick={onAdd}>
            {t('cards.addHolder')}
          </Anchor>
        </Text>
      </Stack>
      <TextInput
        label={t('cards.label')}
        description={t('cards.labelHelp')}
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <AmountInput
        label={t('cards.load')}
        description={amountHelp(product?.pricing.issue)}
        {...form.getInputProps('amount')}
      />
    </>
  );
}
