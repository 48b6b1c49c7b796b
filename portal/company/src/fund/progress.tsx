// The progress of an invoice: done, current and coming steps.
import { Text } from '@mantine/core';
import { Icon, type IconName } from '../../../shared/icons.tsx';
import { moneyText } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import { Time } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';
import type { Invoice } from './funding.ts';
import classes from './invoice.module.css';
import '../words/fund.ts';

type Step = { state: 'done' | 'now' | 'next' | 'ended' | 'bad'; words: string; at?: string | null };

const icons = { done: 'check', now: 'clock', next: 'clock', ended: 'cross', bad: 'cross' } as const satisfies Record<
  Step['state'],
  IconName
>;

function stepsOf(invoice: Invoice, isOver: boolean): Step[] {
  const { status, createdAt, expiresAt, address, observedTransfers, review } = invoice;
  const created: Step = { state: 'done', words: t('fund.stepCreated'), at: createdAt };
  const given: Step[] = address === null ? [] : [{ state: 'done', words: t('fund.stepAddress') }];
  const seen: Step[] = observedTransfers.map(({ amount, occurredAt }) => ({
    state: 'done',
    words: t('fund.stepSeen', { amount: moneyText(amount) }),
    at: occurredAt,
  }));
  const credited: Step = { state: 'next', words: t('fund.stepCredited') };
  switch (status) {
    case 'creating':
      return [
        created,
        { state: 'now', words: t('fund.stepAsking') },
        { state: 'next', words: t('fund.stepTransfer') },
        credited,
      ];
    case 'pending': {
      const waiting = seen.length === 0 && !isOver;
      const now: Step = { state: 'now', words: waiting ? t('fund.stepWaiting') : t('fund.stepConfirming') };
      return [created, ...given, ...seen, now, credited];
    }
    case 'completed':
      return [created, ...given, ...seen, { state: 'done', words: t('fund.stepCredited') }];
    case 'expired':
      return inOrder([created, ...given, ...seen], { state: 'ended', words: t('fund.stepExpired'), at: expiresAt });
    case 'failed':
      return [created, ...given, { state: 'bad', words: t('fund.stepFailed') }];
    case 'manual_review':
      return [
        created,
        ...given,
        ...seen,
        { state: 'now', words: t('fund.stepReview'), at: review?.openedAt ?? null },
        credited,
      ];
  }
}

/** Inserts a step by its time: a late transfer comes after the expiry. */
function inOrder(steps: readonly Step[], end: Step): Step[] {
  const after = steps.findIndex(({ at }) => at != null && end.at != null && at > end.at);
  return after === -1 ? [...steps, end] : steps.toSpliced(after, 0, end);
}

/** The steps as a list; screen readers get the state of each. */
export function Progress({ invoice, isOver }: { invoice: Invoice; isOver: boolean }) {
  return (
    <Section title={t('fund.progress')}>
      <ol className={classes.steps}>
        {stepsOf(invoice, isOver).map(({ state, words, at }) => (
          <li key={`${words} ${at}`} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className={classes.dot}>
              <Icon name={icons[state]} size={13} />
            </span>
            <div>
              <Text size="sm" fw={state === 'next' ? 400 : 550}>
                {words}
                {state === 'next' && <span className="hidden-name"> ({t('fund.stepNext')})</span>}
                {state === 'now' && <span className="hidden-name"> ({t('fund.stepNow')})</span>}
              </Text>
              {at != null && (
                <Text size="xs" c="dimmed">
                  <Time at={at} as="full" />
                </Text>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
