// Products with their past, current and future prices.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, deskApi } from '../../../shared/client.ts';
import type { Price, Product } from '../../../shared/desk-api.ts';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { kindWord } from '../reviews/words.ts';
import { t } from '../words/t.ts';
import { rateText } from './price.ts';
import { PriceDialog } from './price-dialog.tsx';

const columns: readonly Column<Price>[] = [
  { head: t('deskProducts.type'), cell: ({ type }) => kindWord(type) },
  { head: t('deskProducts.state'), cell: ({ state }) => <Status state={state} />, plain: true },
  {
    head: t('deskProducts.from'),
    cell: ({ effectiveFrom }) =>
      effectiveFrom === null ? t('deskProducts.always') : <Time at={effectiveFrom} as="full" />,
  },
  { head: t('deskProducts.fixedFee'), cell: ({ fixedFee }) => <Money amount={fixedFee} />, numeric: true },
  {
    head: t('deskProducts.rate'),
    cell: ({ rateBps }) => <span className="figures">{rateText(rateBps)}</span>,
    numeric: true,
  },
  { head: t('deskProducts.minimumFee'), cell: ({ minimumFee }) => <Money amount={minimumFee} />, numeric: true },
  {
    head: t('deskProducts.range'),
    cell: ({ minimumAmount, maximumAmount }) => (
      <>
        <Money amount={minimumAmount} /> – <Money amount={maximumAmount} />
      </>
    ),
    numeric: true,
  },
  { head: t('deskProducts.setBy'), cell: ({ setBy }) => setBy?.name ?? '–' },
];

/** The catalogue. */
export function Page() {
  const products = useQuery({ queryKey: ['products'], queryFn: () => answer(deskApi.GET('/desk/v1/products')) });
  const [chosen, setChosen] = useState<Product>();
  return (
    <Sheet title={t('deskProducts.title')} lead={t('deskProducts.lead')}>
      <Loaded query={products}>
        {({ data }) => (
          <>
            {data.length === 0 && (
              <Empty icon="services" title={t('deskProducts.none')}>
                {t('deskProducts.noneWhy')}
              </Empty>
            )}
            {data.map((product) => (
              <Section
                key={product.id}
                title={product.name}
                actions={<Actions product={product} onSet={() => setChosen(product)} />}
              >
                <Rows
                  label={t('deskProducts.prices', { name: product.name })}
                  rows={product.prices}
                  columns={columns}
                  rowKey={({ type, effectiveFrom }) => `${type} ${effectiveFrom}`}
                />
              </Section>
            ))}
          </>
        )}
      </Loaded>
      {chosen !== undefined && <PriceDialog product={chosen} onClose={() => setChosen(undefined)} />}
    </Sheet>
  );
}

function Actions({ product, onSet }: { product: Product; onSet: () => void }) {
  return (
    <Group gap="sm">
      <Status state={product.status} />
      <Button variant="default" size="xs" onClick={onSet}>
        {t('deskProducts.setDots')}
        <span className="hidden-name"> {product.name}</span>
      </Button>
    </Group>
  );
}
