// The outcome of an operation in words: the effect on the money first, then what to do.
import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../shared/icons.tsx';
import { isZero } from '../../../shared/money.tsx';
import { Time } from '../../../shared/time.tsx';
import { limitsText } from '../cards/card.ts';
import { useScope } from '../session.ts';
import { maybe, t } from '../words/t.ts';
import { Cancel } from './cancel.tsx';
import { amountsOf, failureWords, isAction, isCanceled, type Operation } from './operation.ts';
import classes from './operations.module.css';
import { TryAgain } from './try-again.tsx';
import '../words/operations.ts';

const looks = {
  queued: ['wait', 'clock'],
  processing: ['wait', 'spinner'],
  manual_review: ['warn', 'eye'],
  completed: ['good', 'check'],
  failed: ['bad', 'cross'],
} as const satisfies Record<Operation['status'], readonly [string, IconName]>;

/** When the first attempt to reach the issuer failed. */
type Tried = { at: string };

/** The status of an operation as a sentence, announced on change. */
export function Outcome({ operation, tried }: { operation: Operation; tried: Tried | undefined }) {
  const [tone, icon] = looks[operation.status];
  return (
    <section className={`surface ${classes.outcome}`} data-tone={tone}>
      <span className={classes.mark}>
        <Icon name={icon} size={20} />
      </span>
      <div className={classes.said}>
        <div role="status">
          <Title order={2} size="h4">
            {titleOf(operation)}
          </Title>
        </div>
        <Said operation={operation} tried={tried} />
      </div>
    </section>
  );
}

function titleOf(operation: Operation): string {
  const { status, type } = operation;
  if (status === 'completed') return t(`operations.completed.${type}`);
  return isCanceled(operation) ? t('operations.canceled') : t(`operations.${status}`);
}

function Said({ operation, tried }: { operation: Operation; tried: Tried | undefined }) {
  const { total } = amountsOf(operation);
  switch (operation.status) {
    case 'queued':
      return (
        <>
          {tried === undefined ? (
            <Line>{isAction(operation) ? t('operations.queuedAction') : t('operations.queuedWhy', { total })}</Line>
          ) : (
            <Line>
              {t('operations.queuedTried')} <Time at={tried.at} />. {t('operations.queuedTriedWhy')}
            </Line>
          )}
          <Cancel operation={operation} />
        </>
      );
    case 'processing':
      return (
        <Line>{isAction(operation) ? t('operations.processingAction') : t('operations.processingWhy', { total })}</Line>
      );
    case 'completed':
      return (
        <>
          <Line>{completedWords(operation)}</Line>
          <ToCard cardId={operation.result.cardId} />
        </>
      );
    case 'failed':
      return <Failed operation={operation} />;
    case 'manual_review':
      return <Review operation={operation} />;
  }
}

function completedWords(operation: Operation): string {
  const { amount, total, returned } = amountsOf(operation);
  switch (operation.type) {
    case 'service':
      return t('operations.completedWhy.service', { total });
    case 'issue':
    case 'topup':
      return t(`operations.completedWhy.${operation.type}`, { amount, total });
    case 'close':
      return isZero(operation.result.returnedAmount ?? '0')
        ? t('operations.completedWhy.closeEmpty')
        : t('operations.completedWhy.close', { returned });
    case 'freeze':
    case 'unfreeze':
      return t(`operations.completedWhy.${operation.type}`);
    case 'limits':
      return t('operations.completedWhy.limits', { limits: limitsText(operation.limits ?? noLimits) });
  }
}

const noLimits = { perTransaction: null, perDay: null, perMonth: null };

const Line = ({ children }: { children: ReactNode }) => (
  <Text size="sm" mt={4} maw={680} component="p">
    {children}
  </Text>
);

function ToCard({ cardId }: { cardId: string | undefined }) {
  const { path } = useScope();
  if (cardId === undefined) return null;
  return (
    <Anchor component={Link} to={path(`cards/${cardId}`)} size="sm" mt={6} display="inline-block">
      {t('operations.toCard')}
    </Anchor>
  );
}

function Failed({ operation }: { operation: Operation }) {
  const { code = '' } = operation.failure ?? {};
  const reason = failureWords(operation);
  return (
    <>
      <Line>
        {isAction(operation) ? t('operations.failedAction') : t('operations.failedWhy', amountsOf(operation))}
      </Line>
      {reason !== '' && (
        <Line>
          <strong>{t('operations.reason')}</strong> {reason}
        </Line>
      )}
      <Line>{maybe(`operations.failureNext.${code}`) ?? t('operations.failureNext')}</Line>
      <TryAgain operation={operation} />
    </>
  );
}

function Review({ operation }: { operation: Operation }) {
  const next = operation.review?.nextCheckAt ?? null;
  const reason = operation.review?.reason ?? '';
  return (
    <>
      <Line>
        {isAction(operation)
          ? t('operations.reviewAction')
          : `${t('operations.reviewWhy', amountsOf(operation))} ${t('operations.reviewEnd')}`}
      </Line>
      {reason !== '' && (
        <Line>
          <strong>{t('operations.reason')}</strong> {reason}
        </Line>
      )}
      <Line>
        {next === null ? (
          t('operations.reviewPeople')
        ) : (
          <>
            {t('operations.reviewNext')} <Time at={next} ahead />.
          </>
        )}{' '}
        {isAction(operation) ? '' : t('operations.reviewAgain')}
      </Line>
    </>
  );
}
