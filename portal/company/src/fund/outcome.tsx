// The status of an invoice and the next step, announced on change.
import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../shared/icons.tsx';
import { moneyText } from '../../../shared/money.tsx';
import { Time } from '../../../shared/time.tsx';
import { hasPage } from '../routes.ts';
import { useCompany, useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { type Invoice, whyNot } from './funding.ts';
import classes from './invoice.module.css';
import { inPlainWords } from './policy.tsx';
import '../words/fund.ts';

type Props = { invoice: Invoice; isOver: boolean };

/** Empty while the invoice only waits for its payment. */
export function Outcome(props: Props) {
  return (
    <div role="status" className={classes.outcome}>
      {shownOf(props)}
    </div>
  );
}

function shownOf({ invoice, isOver }: Props): ReactNode {
  switch (invoice.status) {
    case 'creating':
      return <Panel tone="wait" icon="clock" title={t('fund.creatingTitle')} what={t('fund.creatingWhat')} />;
    case 'pending':
      if (invoice.observedTransfers.length > 0)
        return <Panel tone="wait" icon="spinner" title={t('fund.seenTitle')} what={t('fund.seenWhat')} />;
      return isOver && <Panel tone="warn" icon="clock" title={t('fund.overTitle')} what={t('fund.overWhat')} />;
    case 'manual_review':
      return <InReview {...invoice} />;
    case 'completed':
      return <Completed {...invoice} />;
    case 'expired':
      return (
        <Panel
          tone="quiet"
          icon="clock"
          title={t('fund.expiredTitle')}
          what={invoice.observedTransfers.length > 0 ? t('fund.expiredSeen') : t('fund.expiredWhat')}
        >
          <AnotherInvoice />
        </Panel>
      );
    case 'failed':
      return (
        <Panel tone="bad" icon="cross" title={t('fund.failedTitle')} what={t('fund.failedWhat')}>
          {invoice.failure !== undefined && <Text size="sm">{invoice.failure.message}</Text>}
          <AnotherInvoice />
        </Panel>
      );
  }
}

function Completed({ depositAmount, requestedAmount, creditAmount, fee, observedTransfers }: Invoice) {
  const { path } = useScope();
  const said = (amount: string) => `$${moneyText(amount)}`;
  const what =
    depositAmount === requestedAmount
      ? t('fund.completedWhat', { fee: said(fee) })
      : t('fund.acceptedWhat', { deposit: said(depositAmount), requested: said(requestedAmount), fee: said(fee) });
  return (
    <Panel tone="good" icon="check" title={t('fund.completedTitle', { amount: said(creditAmount) })} what={what}>
      {observedTransfers.length > 1 && <Text size="sm">{t('fund.completedExtra')}</Text>}
      <Group gap="xs" mt={4}>
        {hasPage('cards') && (
          <Button component={Link} to={path('cards')} size="xs">
            {t('fund.nextCards')}
          </Button>
        )}
        <Button component={Link} to={path('overview')} size="xs" variant="default">
          {t('fund.nextOverview')}
        </Button>
      </Group>
    </Panel>
  );
}

function InReview({ review }: Invoice) {
  return (
    <Panel tone="warn" icon="eye" title={t('fund.reviewTitle')} what={t('fund.reviewWhat')}>
      {review !== undefined && (
        <>
          <Text size="sm">{inPlainWords(review.reason)}</Text>
          <Text size="sm">
            {t('fund.reviewSince')} <Time at={review.openedAt} />
            {review.lastCheckedAt !== null && (
              <>
                , {t('fund.reviewChecked')} <Time at={review.lastCheckedAt} />
              </>
            )}
          </Text>
        </>
      )}
    </Panel>
  );
}

function AnotherInvoice() {
  const { path, environment } = useScope();
  if (whyNot(useCompany(), environment) !== undefined) return null;
  return (
    <div>
      <Button component={Link} to={path('fund')} size="xs" mt={4}>
        {t('fund.nextInvoice')}
      </Button>
    </div>
  );
}

type PanelProps = {
  tone: 'good' | 'wait' | 'warn' | 'bad' | 'quiet';
  icon: IconName;
  title: string;
  what: string;
  children?: ReactNode;
};

function Panel({ tone, icon, title, what, children }: PanelProps) {
  return (
    <section className={classes.panel} data-tone={tone} aria-label={title}>
      <span className={classes.disc}>
        <Icon name={icon} size={20} />
      </span>
      <div className={classes.panelBody}>
        <h2>{title}</h2>
        <Text size="sm">{what}</Text>
        {children}
      </div>
    </section>
  );
}
