// Available services, and past orders.
import { Button, SimpleGrid, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Money } from '../../../shared/money.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { OperationsList } from '../operations/operations-list.tsx';
import { useMayOrder } from '../orders/may-order.ts';
import { feeRule } from '../orders/price.ts';
import { type Product, useProducts } from '../orders/products.ts';
import { useCompany, useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { OrderService } from './order-service.tsx';
import classes from './services.module.css';
import '../words/operations.ts';
import '../words/services.ts';

/** Services and orders. */
export function Page() {
  const { environment } = useScope();
  const activated = useCompany().capabilities.liveServices || environment === 'sandbox';
  const may = useMayOrder() && activated;
  const products = useProducts('service');
  return (
    <Sheet title={t('services.title')} lead={t('services.lead')}>
      {!activated && (
        <Notice kind="warning" title={t('services.notActivated')}>
          {t('services.notActivatedWhy')}
        </Notice>
      )}
      {products.isPending && <RowsSkeleton rows={3} />}
      {products.isError && <ProblemShown error={products.error} again={() => void products.refetch()} />}
      {products.data?.length === 0 && (
        <div className="surface">
          <Empty icon="services" title={t('services.none')}>
            {t('services.noneWhy')}
          </Empty>
        </div>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
        {products.data?.map((product) => (
          <Offer key={product.id} product={product} may={may} />
        ))}
      </SimpleGrid>
      <Section title={t('services.latest')}>
        <OperationsList label={t('services.latest')} filter={{ type: 'service' }} empty={<NoOrders />} />
      </Section>
    </Sheet>
  );
}

function Offer({ product, may }: { product: Product; may: boolean }) {
  const [ordering, setOrdering] = useState(false);
  const pricing = product.pricing.service;
  return (
    <section className={`surface ${classes.offer}`} aria-labelledby={product.id}>
      <Title order={2} size="h5" id={product.id}>
        {product.name}
      </Title>
      {pricing !== undefined && (
        <Text size="sm" c="dimmed" mt={4}>
          <Money amount={pricing.minimumAmount} /> – <Money amount={pricing.maximumAmount} />
          <br />
          {feeOf(pricing)}
        </Text>
      )}
      {may && pricing !== undefined && (
        <>
          <Button variant="default" mt="md" onClick={() => setOrdering(true)}>
            {t('services.order')}
            <span className="hidden-name"> {product.name}</span>
          </Button>
          <OrderService product={product} opened={ordering} onClose={() => setOrdering(false)} />
        </>
      )}
    </section>
  );
}

function feeOf(pricing: Parameters<typeof feeRule>[0]): string {
  const rule = feeRule(pricing);
  return rule === undefined ? t('services.noFee') : t('operations.feeRule', { rule });
}

const NoOrders = () => (
  <Empty icon="services" title={t('services.noOrders')}>
    {t('services.noOrdersWhy')}
  </Empty>
);
