// Propose a price with its start: form, comparison, then the proposal.
import { Anchor, Modal, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import type { NewPrice, Product } from '../../../shared/desk-api.ts';
import { AmountInput, Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Time } from '../../../shared/time.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { ReasonInput } from '../frame/with-reason.tsx';
import { Proposed, proposing } from '../proposals/proposed.tsx';
import { kindWord } from '../reviews/words.ts';
import { t } from '../words/t.ts';
import { checks, type PriceType, priceOf, type Typed, typedOf, typesOf } from './price.ts';
import { PriceChanges } from './price-change.tsx';

type Props = { product: Product; onClose: () => void };

/** Fields, comparison, proposal. */
export function PriceDialog({ product, onClose }: Props) {
  const [first = 'issue'] = typesOf(product);
  const form = useForm<Typed>({ initialValues: typedOf(product, first), validate: checks });
  const [checked, setChecked] = useState<NewPrice>();
  const choose = (type: PriceType) => form.setValues({ ...typedOf(product, type), reason: form.values.reason });
  return (
    <Modal opened onClose={onClose} title={t('deskProducts.setTitle', { name: product.name })} size="lg">
      {checked !== undefined ? (
        <Check product={product} price={checked} onBack={() => setChecked(undefined)} onClose={onClose} />
      ) : (
        <Form
          submit={t('deskProducts.check')}
          onCancel={onClose}
          onSubmit={form.onSubmit((typed) => setChecked(priceOf(typed)))}
        >
          <NativeSelect
            label={t('deskProducts.type')}
            data={typesOf(product).map((type) => ({ value: type, label: kindWord(type) }))}
            value={form.values.type}
            onChange={(event) => choose(event.currentTarget.value as PriceType)}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <AmountInput label={t('deskProducts.fixedFee')} {...form.getInputProps('fixedFee')} />
            <TextInput
              label={t('deskProducts.rateBps')}
              inputMode="numeric"
              autoComplete="off"
              classNames={{ input: 'figures' }}
              {...form.getInputProps('rateBps')}
            />
            <AmountInput label={t('deskProducts.minimumFee')} {...form.getInputProps('minimumFee')} />
            <AmountInput label={t('deskProducts.minimumAmount')} {...form.getInputProps('minimumAmount')} />
            <AmountInput label={t('deskProducts.maximumAmount')} {...form.getInputProps('maximumAmount')} />
            <TextInput type="datetime-local" label={t('deskProducts.from')} {...form.getInputProps('from')} />
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            {t('deskProducts.fromHelp')}
          </Text>
          <ReasonInput description={t('deskProposals.reasonHelp')} {...form.getInputProps('reason')} />
        </Form>
      )}
    </Modal>
  );
}

type CheckProps = Props & { price: NewPrice; onBack: () => void };

function Check({ product, price, onBack, onClose }: CheckProps) {
  const set = useWrite({
    write: () =>
      answer(deskApi.POST('/desk/v1/products/{id}/prices', { params: { path: { id: product.id } }, body: price })),
    changes: proposing,
  });
  const { effectiveFrom, reason: _reason, ...sums } = price;
  const change = useQuery({
    queryKey: ['products', 'preview', product.id, sums],
    queryFn: () =>
      answer(
        deskApi.POST('/desk/v1/products/{id}/prices/preview', { params: { path: { id: product.id } }, body: sums }),
      ),
    gcTime: 0,
  });
  if (set.data !== undefined) return <Proposed proposal={set.data.proposal} onClose={onClose} />;
  return (
    <Form
      submit={t('deskProducts.setAction')}
      pending={set.isPending}
      ready={change.data !== undefined}
      error={set.error}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate();
      }}
    >
      <Text size="sm">
        {t('deskProducts.beginsAt', { type: kindWord(price.type) })}{' '}
        <strong>
          {effectiveFrom === undefined ? t('deskProducts.atOnce') : <Time at={effectiveFrom} as="full" />}
        </strong>
        {'. '}
        {t('deskProducts.orderedBefore')}
      </Text>
      <Loaded query={change}>{(shown) => <PriceChanges change={shown} />}</Loaded>
      <Anchor component="button" type="button" size="sm" ta="left" onClick={onBack}>
        {t('deskProducts.back')}
      </Anchor>
    </Form>
  );
}
