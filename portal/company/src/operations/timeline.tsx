// The timeline of an operation: past steps with their times, the current step, coming steps.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../shared/icons.tsx';
import { moneyText } from '../../../shared/money.tsx';
import type { OperationTimeline } from '../../../shared/portal-api.ts';
import { Time } from '../../../shared/time.tsx';
import { type Key, maybe, t } from '../words/t.ts';
import { isAction, type Operation } from './operation.ts';
import classes from './operations.module.css';
import '../words/operations.ts';

type Happened = OperationTimeline['steps'][number];

type Step = {
  name: string;
  when: 'done' | 'now' | 'later';
  at?: string;
  said: ReactNode[];
  icon?: IconName | undefined;
  tone?: 'warn' | 'bad' | undefined;
};

/** Past, current and coming steps. */
export function Timeline({ operation, happened }: { operation: Operation; happened: readonly Happened[] }) {
  const steps = [...doneOf(happened), ...toCome(operation)];
  return (
    <ol className={classes.timeline}>
      {steps.map(({ name, when, said, at, icon, tone }) => (
        <li
          key={`${name} ${at ?? when}`}
          data-when={when}
          data-tone={tone}
          aria-current={when === 'now' ? 'step' : undefined}
        >
          <span className={classes.dot}>
            <Icon name={icon ?? (when === 'done' ? 'check' : 'clock')} size={13} />
          </span>
          <div className={classes.step}>
            <Text size="sm" fw={600}>
              {name}
              <span className="hidden-name"> ({t(`operations.${when}`)})</span>
            </Text>
            {at !== undefined && (
              <Text size="sm" c="dimmed" className={classes.at}>
                <Time at={at} as="full" />
              </Text>
            )}
            {said.length > 0 && (
              <Text size="sm" c="dimmed" component="div" className={classes.saidOf}>
                {said}
              </Text>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

const looks: Partial<Record<Happened['kind'], { icon: IconName; tone?: 'warn' | 'bad' }>> = {
  not_connected: { icon: 'refresh', tone: 'warn' },
  asked_absent: { icon: 'search' },
  asked_pending: { icon: 'search' },
  asked_unknown: { icon: 'search' },
  review_opened: { icon: 'eye', tone: 'warn' },
  proposed: { icon: 'people' },
  approved: { icon: 'people' },
  rejected: { icon: 'cross', tone: 'bad' },
  failed: { icon: 'cross', tone: 'bad' },
};

/** Ledger entries and events share the commit of a step, so they appear with it. */
const beside: ReadonlySet<string> = new Set(['held', 'taken', 'fee_taken', 'given_back', 'returned', 'told']);

/** The compiler checks that every kind has its text. */
const wordsOf = (kind: Happened['kind']): Key => `operations.step.${kind}`;

function doneOf(happened: readonly Happened[]): Step[] {
  const steps: Step[] = [];
  for (const each of happened) {
    const before = steps.at(-1);
    if (before !== undefined && beside.has(each.kind)) before.said.push(<div key={each.kind}>{sentenceOf(each)}</div>);
    else
      steps.push({
        name: maybe(wordsOf(each.kind)) ?? each.kind,
        when: 'done',
        at: each.at,
        said: whyOf(each),
        ...looks[each.kind],
      });
  }
  return steps;
}

function sentenceOf({ kind, amount, count = 0 }: Happened): string {
  if (amount !== undefined) return maybe(wordsOf(kind), { amount: `$${moneyText(amount)}` }) ?? '';
  if (count === 0) return t('operations.step.told');
  return count === 1 ? t('operations.step.toldOne') : t('operations.step.toldMany', { count });
}

function whyOf({ kind, words, count = 1 }: Happened): ReactNode[] {
  const why = kind === 'not_connected' && count > 1 ? t('operations.step.triedTimes', { count }) : undefined;
  const said = words ?? why ?? maybe(`operations.step.${kind}Why`);
  return said === undefined || said === '' ? [] : [<div key="why">{said}</div>];
}

function toCome(operation: Operation): Step[] {
  const { status, review } = operation;
  const outcome: Step = {
    name: t('operations.step.outcome'),
    when: 'later',
    said: isAction(operation) ? [] : [t('operations.step.outcomeWhy')],
  };
  switch (status) {
    case 'queued':
      return [{ name: t('operations.step.willBeSent'), when: 'now', said: [] }, outcome];
    case 'processing':
      return [{ name: t('operations.step.answer'), when: 'now', icon: 'spinner', said: [] }, outcome];
    case 'manual_review':
      return [underReview(review?.nextCheckAt ?? null), outcome];
    case 'completed':
    case 'failed':
      return [];
  }
}

const underReview = (next: string | null): Step => ({
  name: t('operations.step.review'),
  when: 'now',
  icon: 'eye',
  tone: 'warn',
  said: [
    next === null ? (
      t('operations.step.people')
    ) : (
      <span key="next">
        {t('operations.reviewNext')} <Time at={next} ahead />.
      </span>
    ),
  ],
});
