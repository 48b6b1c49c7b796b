// One cardholder, with their cards.
import { Button, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../../shared/icons.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { DetailSkeleton } from '../../../shared/states/skeletons.tsx';
import { Status } from '../../../shared/status.tsx';
import { CardsList } from '../cards/cards-list.tsx';
import { IssueLater } from '../cards/issue-later.tsx';
import { copied, Facts, stated } from '../orders/facts.tsx';
import { useMayOrder } from '../orders/may-order.ts';
import { MetadataSection } from '../orders/metadata.tsx';
import { useScope } from '../session.ts';
import { SpentThisMonth } from '../spend/this-month.tsx';
import { t } from '../words/t.ts';
import { type Holder, useHolder } from './holder.ts';
import classes from './holders.module.css';
import '../words/cards.ts';
import '../words/holders.ts';

/** The page of a cardholder. */
export function Page() {
  const { path } = useScope();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const holder = useHolder(id);
  const back = { to: path('holders'), words: t('holders.title') };
  if (holder.data !== undefined) return <Shown holder={holder.data} back={back} />;
  return (
    <Sheet title={t('holders.one')} back={back}>
      {holder.isPending && <DetailSkeleton />}
      {holder.isError && <ProblemShown error={holder.error} again={() => void holder.refetch()} />}
    </Sheet>
  );
}

function Shown({ holder, back }: { holder: Holder; back: { to: string; words: string } }) {
  const may = useMayOrder() && holder.status === 'active';
  const [issuing, setIssuing] = useState(false);
  const { id, name, status, metadata } = holder;
  const action = may && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setIssuing(true)}>
      {t('cards.issue')}
    </Button>
  );
  return (
    <Sheet title={name} beside={<Status state={status} />} back={back} actions={action}>
      <Stack gap="lg">
        {status !== 'active' && <Notice kind="warning">{t(`holders.state.${status}`)}</Notice>}
        <Section title={t('holders.details')}>
          <Details holder={holder} />
        </Section>
        <MetadataSection metadata={metadata} />
        <Section title={t('holders.cards')}>
          <CardsList
            label={t('holders.cards')}
            filter={{ holderId: id }}
            ofHolder
            empty={
              <Empty icon="card" title={t('holders.noCards')}>
                {t('holders.noCardsWhy', { name })}
              </Empty>
            }
          />
        </Section>
      </Stack>
      {may && (
        <IssueLater
          opened={issuing}
          onClose={() => setIssuing(false)}
          filled={{ productId: '', holderId: id, name: '', amount: '', metadata: {} }}
        />
      )}
    </Sheet>
  );
}

function Details({ holder: { id, email, kind, externalId } }: { holder: Holder }) {
  return (
    <div className={classes.inside}>
      <Facts
        facts={[
          { name: t('holders.email'), value: <span className={classes.email}>{email}</span> },
          { name: t('holders.kind'), value: t(`holders.kind.${kind}`) },
          { name: t('cards.spentThisMonth'), value: <SpentThisMonth holderId={id} /> },
          stated(t('holders.externalId'), externalId),
          copied(t('holders.id'), id),
        ]}
      />
    </div>
  );
}
