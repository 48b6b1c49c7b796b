// One card: balance, top-up, payments and operations.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Copy } from '../../../shared/copy.tsx';
import { Icon } from '../../../shared/icons.tsx';
import { Money, moneyText } from '../../../shared/money.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { PageSkeleton } from '../../../shared/states/skeletons.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useHolder } from '../holders/holder.ts';
import { Facts } from '../orders/facts.tsx';
import { useMayOrder } from '../orders/may-order.ts';
import { type Product, useProducts } from '../orders/price.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { type Card, whyNotActive } from './card.ts';
import { CardOperations } from './card-operations.tsx';
import classes from './cards.module.css';
import { Masked } from './masked.tsx';
import { Payments } from './payments.tsx';
import { TopUp } from './top-up.tsx';

/** The page of a card. */
export function Page() {
  const { api, key, path } = useScope();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const card = useQuery({
    queryKey: key('cards', 'one', id),
    queryFn: () => answer(api.GET('/api/v1/cards/{id}', { params: { path: { id } } })),
  });
  const back = { to: path('cards'), words: t('cards.title') };
  if (card.data !== undefined) return <Shown card={card.data} back={back} />;
  return (
    <Sheet title={t('cards.one')} back={back}>
      {card.isPending && <PageSkeleton />}
      {card.isError && <ProblemShown error={card.error} again={() => void card.refetch()} />}
    </Sheet>
  );
}

function Shown({ card, back }: { card: Card; back: { to: string; words: string } }) {
  const may = useMayOrder();
  const [toppingUp, setToppingUp] = useState(false);
  const product = useProducts('card').data?.find(({ id }) => id === card.productId);
  const action = may && card.status === 'active' && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setToppingUp(true)}>
      {t('cards.topUp')}
    </Button>
  );
  return (
    <Sheet title={card.name} back={back} actions={action}>
      <Stack gap="lg">
        {card.status !== 'active' && <Notice kind="warning">{t(whyNotActive[card.status])}</Notice>}
        {card.overdrawn !== undefined && (
          <Notice kind="warning" title={t('cards.overdrawn', { amount: `$${moneyText(card.overdrawn)}` })}>
            {t('cards.overdrawnWhy')}
          </Notice>
        )}
        <Head card={card} product={product} />
        <Payments card={card} />
        <CardOperations cardId={card.id} />
      </Stack>
      {may && <TopUp card={card} product={product} opened={toppingUp} onClose={() => setToppingUp(false)} />}
    </Sheet>
  );
}

function Head({ card, product }: { card: Card; product: Product | undefined }) {
  const holder = useHolder(card.holderId).data;
  const { path } = useScope();
  return (
    <div className={classes.head}>
      <section className={classes.face} data-off={card.status !== 'active'} aria-label={t('cards.balance')}>
        <Text size="sm" fw={550}>
          {t('cards.balance')}
        </Text>
        <p className={classes.balance}>
          <Money amount={card.balance} />
        </p>
        <Group justify="space-between" mt="auto">
          <Masked last4={card.last4} />
          <span>{holder?.name}</span>
        </Group>
      </section>
      <Section title={t('cards.details')}>
        <div className={classes.inside}>
          <Facts
            facts={[
              { name: t('cards.status'), value: <Status state={card.status} /> },
              {
                name: t('cards.holder'),
                value: (
                  <Anchor component={Link} to={path('cards')} search={{ holder: card.holderId } as never} size="sm">
                    {holder?.name ?? t('cards.unknownHolder')}
                  </Anchor>
                ),
              },
              product === undefined ? undefined : { name: t('cards.product'), value: product.name },
              { name: t('cards.created'), value: <Time at={card.createdAt} as="full" /> },
              {
                name: t('cards.id'),
                value: (
                  <Group gap={8} justify="flex-end">
                    <span className={classes.code}>{card.id}</span>
                    <Copy text={card.id} what={t('cards.id')} size="compact-xs" />
                  </Group>
                ),
              },
            ]}
          />
        </div>
      </Section>
    </div>
  );
}
