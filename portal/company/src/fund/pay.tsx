// How to pay: coin, amount and address, each with a copy button, and the time left.
import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { answer } from '../../../shared/client.ts';
import { Copy } from '../../../shared/copy.tsx';
import { Section } from '../../../shared/page.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Notice, ProblemShown } from '../../../shared/states/problem.tsx';
import { Time } from '../../../shared/time.tsx';
import { hasPage } from '../routes.ts';
import { useCompany, useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { Countdown, type Until } from './countdown.tsx';
import { type Invoice, whyNot } from './funding.ts';
import { addressParts, amountParts, Grouped } from './grouped.tsx';
import classes from './invoice.module.css';
import '../words/fund.ts';

const Qr = lazy(async () => ({ default: (await import('./qr.tsx')).Qr }));

type Props = { invoice: Invoice; address: string; payAmount: string; until: Until };

/** Everything a wallet needs. */
export function Pay({ invoice, address, payAmount, until }: Props) {
  const left = (
    <Text size="sm" c="dimmed" component="div">
      {t('fund.timeLeft')} <Countdown {...until} /> · {t('fund.until')} <Time at={until.expiresAt} as="full" />
    </Text>
  );
  return (
    <Section title={t('fund.pay')} actions={left}>
      <Stack gap="lg" px="lg" pb="lg" pt={4}>
        {invoice.environment === 'sandbox' && <Simulation id={invoice.id} />}
        <div className={classes.pay}>
          <dl className={classes.facts}>
            <Fact name={t('fund.networkName')} help={t('fund.networkWarn')}>
              <strong>{t(`fund.network.${invoice.asset}.${invoice.network}`)}</strong>
            </Fact>
            <Fact
              name={t('fund.exact')}
              help={t('fund.exactWarn')}
              copy={<Copy text={payAmount} what={t('fund.copyAmount')} />}
            >
              <span className={classes.payAmount}>
                <Grouped parts={amountParts(payAmount)} /> <small>{invoice.asset}</small>
              </span>
            </Fact>
          </dl>
          <figure className={classes.qr}>
            <Suspense fallback={<Skeleton width={176} height={176} />}>
              <Qr address={address} />
            </Suspense>
            <figcaption>{t('fund.qrHelp')}</figcaption>
          </figure>
          <dl className={classes.addressFact}>
            <Fact
              name={t('fund.address')}
              help={t('fund.addressHelp')}
              copy={<Copy text={address} what={t('fund.copyAddress')} />}
            >
              <Grouped parts={addressParts(address)} marked />
            </Fact>
          </dl>
        </div>
      </Stack>
    </Section>
  );
}

type FactProps = { name: string; help: string; copy?: ReactNode; children: ReactNode };

function Fact({ name, help, copy, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <div className={classes.fact}>
          <div>{children}</div>
          {copy}
        </div>
        <Text size="xs" c="dimmed" mt={4}>
          {help}
        </Text>
      </dd>
    </div>
  );
}

/** Sandbox only: people who may fund simulate the payment. */
function Simulation({ id }: { id: string }) {
  const { api, key, path, environment } = useScope();
  const mayPay = whyNot(useCompany(), environment) === undefined;
  const pay = useWrite({
    write: () => answer(api.POST('/api/v1/sandbox/invoices/{id}/complete', { params: { path: { id } } })),
    changes: [key('invoices'), key('overview'), key('balance')],
  });
  return (
    <Notice kind="warning" title={t('fund.sandboxTitle')}>
      {t('fund.sandboxWarn')}
      {mayPay && (
        <Stack gap="sm">
          <span>{t('fund.simulateHelp')}</span>
          <Group gap="md">
            <Button size="xs" loading={pay.isPending} onClick={() => pay.mutate()}>
              {t('fund.simulate')}
            </Button>
            {hasPage('developers/sandbox') && (
              <Anchor component={Link} to={path('developers/sandbox')} inherit c="inherit">
                {t('fund.simulateMore')}
              </Anchor>
            )}
          </Group>
          {pay.error !== null && <ProblemShown error={pay.error} />}
        </Stack>
      )}
    </Notice>
  );
}
