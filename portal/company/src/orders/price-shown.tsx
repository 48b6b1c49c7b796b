// The price of an order under its form: its parts, or every reason for a refusal.
import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { Icon } from '../../../shared/icons.tsx';
import { Money } from '../../../shared/money.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { hasPage } from '../routes.ts';
import { useScope } from '../session.ts';
import { maybe, t } from '../words/t.ts';
import { type Fact, Facts } from './facts.tsx';
import classes from './orders.module.css';
import { type Preview, type Price, type Pricing, rateFeeName } from './price.ts';
import '../words/operations.ts';

type Props = {
  price: Price;
  pricing: Pricing | undefined;
  available: string | undefined;
  /** Takes the focus when a refused order is submitted. */
  reasons: RefObject<HTMLDivElement | null>;
};

/** The price, read out as it changes. */
export function PriceShown({ price, pricing, available, reasons }: Props) {
  const { shown, asking, error, again } = price;
  return (
    <Stack gap="sm">
      <div className={classes.price} role="status" aria-busy={asking} aria-label={t('operations.price')}>
        {asking && <Asking />}
        {!asking && shown === undefined && (
          <Text size="sm" c="dimmed">
            {t('operations.priceIdle')}
          </Text>
        )}
        {!asking && shown !== undefined && <Facts facts={factsOf(shown, pricing, available)} />}
        {shown?.quota !== undefined && shown.quota !== null && (
          <Text size="xs" c="dimmed" mt={6}>
            {t('operations.quota', { left: shown.quota.left, limit: shown.quota.limit })}
          </Text>
        )}
      </div>
      {error !== null && <ProblemShown error={error} again={again} />}
      {shown !== undefined && !shown.allowed && <Reasons reasons={shown.reasons} box={reasons} />}
    </Stack>
  );
}

const Asking = () => (
  <Stack gap={10}>
    <span className="hidden-name">{t('operations.priceAsking')}</span>
    <Skeleton height={14} />
    <Skeleton height={14} />
    <Skeleton height={16} />
  </Stack>
);

function factsOf(preview: Preview, pricing: Pricing | undefined, available: string | undefined): (Fact | undefined)[] {
  const { amount, feeLines, total } = preview;
  return [
    { name: t('operations.amount'), value: <Money amount={amount} /> },
    ...feeLines.map((line) => ({
      name: line.kind === 'fixed' ? t('operations.fixedFee') : rateFeeName(pricing, amount, line.amount),
      value: <Money amount={line.amount} />,
    })),
    feeLines.length === 0 ? { name: t('operations.fee'), value: t('operations.noFee') } : undefined,
    { name: t('operations.total'), value: <Money amount={total} />, strong: true },
    available === undefined ? undefined : { name: t('operations.available'), value: <Money amount={available} /> },
  ];
}

function Reasons({ reasons, box }: { reasons: Preview['reasons']; box: Props['reasons'] }) {
  const { path } = useScope();
  return (
    <div className={classes.reasons} role="alert" tabIndex={-1} ref={box}>
      <Text size="sm" fw={600}>
        {t('operations.notPossible')}
      </Text>
      <ul>
        {reasons.map(({ code, message }) => (
          <li key={code}>
            <Icon name="warning" size={15} />
            <span>
              {maybe(`refusals.${code}`) ?? message} {maybe(`refusals.next.${code}`)}{' '}
              {code === 'insufficient_funds' && hasPage('fund') && (
                <Anchor component={Link} to={path('fund')} inherit c="inherit">
                  {t('operations.fund')}
                </Anchor>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
