// The overview: balance, movement, latest activity, holds, and what needs attention.
import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Icon } from '../../../shared/icons.tsx';
import { Money } from '../../../shared/money.tsx';
import { Page as Sheet } from '../../../shared/page.tsx';
import type { Overview } from '../../../shared/portal-api.ts';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { OverviewSkeleton } from '../../../shared/states/skeletons.tsx';
import { whyNot } from '../fund/funding.ts';
import { useMayOrder } from '../orders/may-order.ts';
import { useCompany, useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { CardSpend } from './card-spend.tsx';
import { Holds } from './holds.tsx';
import { LatestOperations, LatestPayments } from './latest.tsx';
import { Movement, type Range } from './movement.tsx';
import classes from './overview.module.css';
import '../words/overview.ts';

/** The first page of a company. */
export function Page() {
  const { api, key, path, environment } = useScope();
  const mayOrder = useMayOrder();
  const mayFund = whyNot(useCompany(), environment) === undefined;
  const [range, setRange] = useState<Range>(30);
  const overview = useQuery({
    queryKey: key('overview', range),
    queryFn: () => answer(api.GET('/portal/v1/overview', { params: { query: { days: range } } })),
    placeholderData: keepPreviousData,
  });
  const actions = (
    <>
      {mayOrder && (
        <Button component={Link} to={path('cards')} variant="default" leftSection={<Icon name="card" size={16} />}>
          {t('overview.issue')}
        </Button>
      )}
      {mayFund && (
        <Button component={Link} to={path('fund')} leftSection={<Icon name="fund" size={16} />}>
          {t('overview.fund')}
        </Button>
      )}
    </>
  );
  return (
    <Sheet title={t('overview.title')} actions={actions}>
      {overview.isPending && <OverviewSkeleton />}
      {overview.isError && <ProblemShown error={overview.error} again={() => void overview.refetch()} />}
      {overview.data !== undefined && <Shown overview={overview.data} range={range} onRange={setRange} />}
    </Sheet>
  );
}

type ShownProps = { overview: Overview; range: Range; onRange: (range: Range) => void };

function Shown({ overview: { balance, holds, moreHolds, month, movement, attention }, range, onRange }: ShownProps) {
  return (
    <Stack gap="lg">
      {attention.length > 0 && <Attention attention={attention} />}
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: 'sm', sm: 'lg' }}>
        <Figure name={t('overview.available')} help={t('overview.availableHelp')} amount={balance.available} />
        <Figure name={t('overview.held')} help={t('overview.heldHelp')} amount={balance.held} />
        <Figure name={t('overview.monthIn')} help={t('overview.monthInHelp')} amount={month.in} />
        <Figure name={t('overview.monthOut')} help={t('overview.monthOutHelp')} amount={month.out} />
      </SimpleGrid>
      <Movement movement={movement} range={range} onRange={onRange} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <LatestOperations />
        <LatestPayments />
      </SimpleGrid>
      <CardSpend />
      <Holds holds={holds} moreHolds={moreHolds} />
    </Stack>
  );
}

function Figure({ name, help, amount }: { name: string; help: string; amount: string }) {
  return (
    <section className={`surface ${classes.figure}`} aria-label={name}>
      <Text size="sm" c="dimmed" fw={550}>
        {name}
      </Text>
      <p className={classes.amount}>
        <Money amount={amount} />
      </p>
      <Text size="sm" c="dimmed">
        {help}
      </Text>
    </section>
  );
}

function Attention({ attention }: Pick<Overview, 'attention'>) {
  return (
    <section className={classes.attention} aria-label={t('overview.attention')}>
      <h2 className={classes.attentionTitle}>{t('overview.attention')}</h2>
      <ul>
        {attention.map(({ kind, words, link }) => (
          <li key={`${kind} ${link}`}>
            <Icon name="warning" size={16} />
            <span>{words}</span>
            <Link to={link}>
              {t('overview.look')}
              <span className="hidden-name"> {words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
