// One invoice: how to pay it, its progress and its outcome.
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { answer } from '../../../shared/client.ts';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Money, moneyText } from '../../../shared/money.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { DetailSkeleton } from '../../../shared/states/skeletons.tsx';
import { EnvironmentBadge, Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useAheadMs } from '../company-time.ts';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { useIsOver } from './countdown.tsx';
import figures from './fund.module.css';
import type { Invoice } from './funding.ts';
import classes from './invoice.module.css';
import { Outcome } from './outcome.tsx';
import { Pay } from './pay.tsx';
import { Policy } from './policy.tsx';
import { Progress } from './progress.tsx';
import '../words/fund.ts';

/** Poll intervals, in case the live feed is interrupted. */
const askAgainMs: Partial<Record<Invoice['status'], number>> = {
  creating: 2_000,
  pending: 15_000,
  manual_review: 60_000,
};

/** The invoice that the address names. */
export function Page() {
  const { api, key, path } = useScope();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const read = useQuery({
    queryKey: key('invoices', 'one', id),
    queryFn: () => answer(api.GET('/api/v1/card-account/invoices/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data && askAgainMs[state.data.status]) ?? false,
  });
  const aheadMs = useAheadMs();
  const back = { to: path('fund'), words: t('fund.back') };
  if (read.data === undefined || aheadMs === undefined)
    return (
      <Sheet title={t('fund.invoice')} back={back}>
        {read.isError ? (
          <ProblemShown error={read.error} again={() => void read.refetch()} />
        ) : (
          <DetailSkeleton columns={2} />
        )}
      </Sheet>
    );
  return <Shown invoice={read.data} aheadMs={aheadMs} back={back} />;
}

type ShownProps = { invoice: Invoice; aheadMs: number; back: { to: string; words: string } };

function Shown({ invoice, aheadMs, back }: ShownProps) {
  const { status, expiresAt, address, payAmount, observedTransfers } = invoice;
  const until = expiresAt === null ? undefined : { expiresAt, aheadMs };
  const isOver = useIsOver(until);
  // The address is hidden once a transfer was seen, so that nobody pays twice.
  const isPayable = status === 'pending' && !isOver && observedTransfers.length === 0;
  const title = t('fund.invoiceTitle', { amount: `$${moneyText(invoice.depositAmount)}` });
  const marks = (
    <Group gap="xs">
      <EnvironmentBadge environment={invoice.environment} />
      <Status state={status} />
    </Group>
  );
  return (
    <Sheet title={title} back={back} actions={marks}>
      <div className={classes.columns}>
        <Stack gap="lg">
          <Outcome invoice={invoice} isOver={isOver} />
          {isPayable && until !== undefined && address !== null && payAmount !== null && (
            <Pay invoice={invoice} address={address} payAmount={payAmount} until={until} />
          )}
          {observedTransfers.length > 0 && <Transfers invoice={invoice} />}
          {(status === 'creating' || status === 'pending') && <Policy {...invoice.policy} />}
        </Stack>
        <Stack gap="lg">
          <Progress invoice={invoice} isOver={isOver} />
          <Amounts {...invoice} />
        </Stack>
      </div>
    </Sheet>
  );
}

type Transfer = Invoice['observedTransfers'][number];

const transferColumns: readonly Column<Transfer>[] = [
  { head: t('fund.transferAmount'), cell: ({ amount }) => <Money amount={amount} currency="USDT" /> },
  { head: t('fund.transferAt'), cell: ({ occurredAt }) => <Time at={occurredAt} as="full" /> },
  { head: t('fund.transferId'), cell: ({ id }) => <span className={classes.id}>{id}</span> },
];

function Transfers({ invoice }: { invoice: Invoice }) {
  return (
    <Section title={t('fund.transfers')}>
      <Rows
        label={t('fund.transfers')}
        rows={invoice.observedTransfers}
        columns={transferColumns}
        rowKey={({ id }) => id}
      />
    </Section>
  );
}

function creditWords(status: Invoice['status']): string {
  if (status === 'completed') return t('fund.creditedShort');
  return status === 'creating' || status === 'pending' ? t('fund.toBeCredited') : t('fund.wouldBeCredited');
}

function Amounts({ id, status, depositAmount, requestedAmount, fee, creditAmount }: Invoice) {
  return (
    <Section title={t('fund.amounts')}>
      <div className={figures.padded}>
        <dl className={figures.quote}>
          {requestedAmount !== depositAmount && (
            <div>
              <dt>{t('fund.requested')}</dt>
              <dd>
                <Money amount={requestedAmount} />
              </dd>
            </div>
          )}
          <div>
            <dt>{t('fund.deposit')}</dt>
            <dd>
              <Money amount={depositAmount} />
            </dd>
          </div>
          <div>
            <dt>{t('fund.feeOf')}</dt>
            <dd>
              <Money amount={`-${fee}`} />
            </dd>
          </div>
          <div data-total="true">
            <dt>{creditWords(status)}</dt>
            <dd>
              <Money amount={creditAmount} />
            </dd>
          </div>
        </dl>
        <Text size="xs" c="dimmed" mt="sm">
          {t('fund.reference')} <span className={classes.id}>{id}</span>
        </Text>
      </div>
    </Section>
  );
}
