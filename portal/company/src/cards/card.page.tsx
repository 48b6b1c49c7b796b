// One card: balance, actions, payments and operations.
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Money, moneyText } from '../../../shared/money.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { DetailSkeleton } from '../../../shared/states/skeletons.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useHolder } from '../holders/holder.ts';
import { OperationsList } from '../operations/operations-list.tsx';
import { copied, Facts } from '../orders/facts.tsx';
import { useMayOrder } from '../orders/may-order.ts';
import { MetadataSection } from '../orders/metadata.tsx';
import { type Product, useProducts } from '../orders/products.ts';
import { useScope } from '../session.ts';
import { SpentThisMonth } from '../spend/this-month.tsx';
import { t } from '../words/t.ts';
import { type Card, limitsText, useCard, whyNotActive } from './card.ts';
import { CardActions } from './card-actions.tsx';
import classes from './cards.module.css';
import { Following } from './following.tsx';
import { Masked } from './masked.tsx';
import { Payments } from './payments.tsx';
import '../words/cards.ts';

/** The page of a card. */
export function Page() {
  const { path } = useScope();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const card = useCard(id);
  const back = { to: path('cards'), words: t('cards.title') };
  if (card.data !== undefined) return <Shown card={card.data} back={back} />;
  return (
    <Sheet title={t('cards.one')} back={back}>
      {card.isPending && <DetailSkeleton columns={2} list />}
      {card.isError && <ProblemShown error={card.error} again={() => void card.refetch()} />}
    </Sheet>
  );
}

function Shown({ card, back }: { card: Card; back: { to: string; words: string } }) {
  const may = useMayOrder();
  const [begun, setBegun] = useState<string>();
  const product = useProducts('card').data?.find(({ id }) => id === card.productId);
  const actions = may && <CardActions card={card} product={product} onBegun={setBegun} />;
  return (
    <Sheet title={card.name} back={back} actions={actions}>
      <Stack gap="lg">
        {begun !== undefined && <Following key={begun} id={begun} />}
        {card.status !== 'active' && <Notice kind="warning">{t(whyNotActive[card.status])}</Notice>}
        {card.overdrawn !== undefined && (
          <Notice kind="warning" title={t('cards.overdrawn', { amount: `$${moneyText(card.overdrawn)}` })}>
            {t('cards.overdrawnWhy')}
          </Notice>
        )}
        <Head card={card} product={product} />
        <MetadataSection metadata={card.metadata} />
        <Payments card={card} />
        <Section title={t('cards.operations')}>
          <OperationsList
            label={t('cards.operations')}
            filter={{ cardId: card.id }}
            empty={
              <Empty icon="receipt" title={t('cards.noOperations')}>
                {t('cards.noOperationsWhy')}
              </Empty>
            }
          />
        </Section>
      </Stack>
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
                  <Anchor component={Link} to={path(`holders/${card.holderId}`)} size="sm">
                    {holder?.name ?? t('cards.unknownHolder')}
                  </Anchor>
                ),
              },
              product === undefined ? undefined : { name: t('cards.product'), value: product.name },
              { name: t('cards.limits'), value: limitsText(card.limits) },
              { name: t('cards.spentThisMonth'), value: <SpentThisMonth cardId={card.id} /> },
              { name: t('cards.created'), value: <Time at={card.createdAt} as="full" /> },
              copied(t('cards.id'), card.id),
            ]}
          />
        </div>
      </Section>
    </div>
  );
}
