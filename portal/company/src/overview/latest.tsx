// The newest operations and card payments.
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answer } from '../../../shared/client.ts';
import { Money } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { cardWords } from '../cards/card.ts';
import { withNames } from '../cards/names.ts';
import { identityOf, isAction } from '../operations/operation.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import classes from './overview.module.css';
import '../words/overview.ts';
import '../words/transactions.ts';

/** As many as fit without scrolling. */
const SHOWN = 5;

type Line = { id: string; to: string; what: string; status: string; at: string; amount: ReactNode };

/** The newest operations. */
export function LatestOperations() {
  const { api, key, path } = useScope();
  const operations = useQuery({
    queryKey: key('operations', 'latest'),
    queryFn: async () =>
      withNames(api, await answer(api.GET('/api/v1/operations', { params: { query: { limit: SHOWN } } }))),
  });
  const lines = operations.data?.data.map((operation) => ({
    id: operation.id,
    to: path(`operations/${operation.id}`),
    what: identityOf(operation),
    status: operation.status,
    at: operation.createdAt,
    amount: isAction(operation) ? '' : <Money amount={operation.total} />,
  }));
  return (
    <Latest
      title={t('overview.latestOperations')}
      all={path('operations')}
      none={t('overview.noOperations')}
      lines={lines}
      problem={operations.error ?? undefined}
      again={() => void operations.refetch()}
    />
  );
}

/** The newest card payments. */
export function LatestPayments() {
  const { api, key, path } = useScope();
  const payments = useQuery({
    queryKey: key('transactions', 'latest'),
    queryFn: async () =>
      withNames(api, await answer(api.GET('/api/v1/transactions', { params: { query: { limit: SHOWN } } }))),
  });
  const lines = payments.data?.data.map(({ id, cardId, card, merchant, status, occurredAt, amount, currency }) => ({
    id,
    to: path(`cards/${cardId}`),
    what: [merchant || t('transactions.noMerchant'), card && cardWords(card)].filter(Boolean).join(' · '),
    status,
    at: occurredAt,
    amount: <Money amount={amount} currency={currency} signed />,
  }));
  return (
    <Latest
      title={t('overview.latestPayments')}
      all={path('transactions')}
      none={t('overview.noPayments')}
      lines={lines}
      problem={payments.error ?? undefined}
      again={() => void payments.refetch()}
    />
  );
}

type Props = {
  title: string;
  /** The page with all of them. */
  all: string;
  none: string;
  lines: readonly Line[] | undefined;
  problem: Error | undefined;
  again: () => void;
};

function Latest({ title, all, none, lines, problem, again }: Props) {
  const more = (
    <Anchor component={Link} to={all} size="sm">
      {t('overview.all')}
      <span className="hidden-name"> {title}</span>
    </Anchor>
  );
  return (
    <Section title={title} actions={lines !== undefined && lines.length > 0 && more}>
      {lines === undefined && problem === undefined && <RowsSkeleton rows={SHOWN} />}
      {lines === undefined && problem !== undefined && <ProblemShown error={problem} again={again} />}
      {lines?.length === 0 && (
        <Text c="dimmed" size="sm" px="lg" pb="lg">
          {none}
        </Text>
      )}
      {lines !== undefined && lines.length > 0 && (
        <ul className={classes.latest}>
          {lines.map(({ id, to, what, status, at, amount }) => (
            <li key={id}>
              <Link to={to}>{what}</Link>
              <span className={classes.latestAmount}>{amount}</span>
              <span>
                <Status state={status} />
              </span>
              <span className={classes.latestAt}>
                <Time at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
