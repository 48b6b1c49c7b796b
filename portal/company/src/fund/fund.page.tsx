// Funding: create an invoice, see the open one and the earlier ones.
import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer } from '../../../shared/client.ts';
import { Money } from '../../../shared/money.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { FormSkeleton } from '../../../shared/states/skeletons.tsx';
import { Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useAheadMs } from '../company-time.ts';
import { useCompany, useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { useIsOver } from './countdown.tsx';
import classes from './fund.module.css';
import { type Invoice, isOpen, whyNot } from './funding.ts';
import { Invoices } from './invoices.tsx';
import { NewInvoice } from './new-invoice.tsx';
import '../words/fund.ts';

/** The form or the open invoice, then the list. Before verification there is nothing to read. */
export function Page() {
  const { environment } = useScope();
  const why = whyNot(useCompany(), environment);
  return (
    <Sheet title={t('fund.title')} lead={t('fund.lead')}>
      {why !== undefined && (
        <Notice kind="warning" title={t(`fund.why.${why}`)}>
          {t(`refusals.next.${why}`)}
        </Notice>
      )}
      {why !== 'verification_required' && (
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className={classes.begin}>
            <Begin mayMake={why === undefined} />
            <How />
          </SimpleGrid>
          <Invoices mayMake={why === undefined} />
        </Stack>
      )}
    </Sheet>
  );
}

function Begin({ mayMake }: { mayMake: boolean }) {
  const { api, key } = useScope();
  const newest = useQuery({
    queryKey: key('invoices', 'newest'),
    queryFn: () => answer(api.GET('/api/v1/card-account/invoices', { params: { query: { limit: 1 } } })),
  });
  if (newest.isPending) return <FormSkeleton fields={2} />;
  if (newest.isError) return <ProblemShown error={newest.error} again={() => void newest.refetch()} />;
  const invoice = newest.data.data.at(0);
  if (invoice !== undefined && isOpen(invoice)) return <OpenOne invoice={invoice} />;
  return mayMake ? <NewInvoice /> : null;
}

function OpenOne({ invoice }: { invoice: Invoice }) {
  const { path } = useScope();
  const aheadMs = useAheadMs() ?? 0;
  const { status, expiresAt } = invoice;
  const isOver = useIsOver(expiresAt === null ? undefined : { expiresAt, aheadMs }) && status === 'pending';
  return (
    <Section title={t('fund.openTitle')} actions={<Status state={invoice.status} />}>
      <Stack gap="sm" px="lg" pb="lg">
        <p className={classes.big}>
          <Money amount={invoice.depositAmount} />
        </p>
        {status === 'pending' && expiresAt !== null && !isOver && (
          <Text size="sm">
            {t('fund.payUntil')} <Time at={expiresAt} as="full" />
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {status === 'manual_review' ? t('fund.openReview') : t(isOver ? 'fund.openOver' : 'fund.openWhy')}
        </Text>
        <div>
          <Button component={Link} to={path(`fund/${invoice.id}`)}>
            {t('fund.openGo')}
          </Button>
        </div>
      </Stack>
    </Section>
  );
}

function How() {
  return (
    <Section title={t('fund.how')}>
      <div className={classes.how}>
        <ol>
          <li>{t('fund.how1')}</li>
          <li>{t('fund.how2')}</li>
          <li>{t('fund.how3')}</li>
        </ol>
        <Text size="sm" c="dimmed">
          {t('fund.howNote')}
        </Text>
      </div>
    </Section>
  );
}
