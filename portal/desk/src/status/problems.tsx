// What needs attention, worst first, each with its next step.
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Copy } from '../../../shared/copy.tsx';
import type { DeskProblem } from '../../../shared/desk-api.ts';
import { Icon } from '../../../shared/icons.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Timed } from '../frame/timed.tsx';
import { t } from '../words/t.ts';
import classes from './status.module.css';
import { nameOf, type Waiting } from './waiting.ts';

/** The desk's page for a command or a runbook step. */
const pagesOfSteps = [
  [/^cardwright-admin review /, '/reviews', 'deskStatus.go.reviews'],
  [/^cardwright-admin proposal /, '/proposals', 'deskStatus.go.proposals'],
  [/^cardwright-admin reconcile/, '/reconciliation', 'deskStatus.go.reconciliation'],
  [/^cardwright-admin company /, '/companies', 'deskStatus.go.companies'],
  [/^cardwright-admin pause /, '/pauses', 'deskStatus.go.pauses'],
  [/^cardwright-admin notification /, '/jobs', 'deskStatus.go.jobs'],
  [/under verifications/, '/verifications', 'deskStatus.go.verifications'],
  [/#recovering/, '/recovery', 'deskStatus.go.recovery'],
  [/jobs-failed/, '/jobs', 'deskStatus.go.jobs'],
] as const;

type Props = { waiting: readonly Waiting[]; problems: readonly DeskProblem[] };

/** Decisions that wait for an operator, then problems; or a notice that there are neither. */
export function Problems({ waiting, problems }: Props) {
  if (problems.length === 0 && waiting.length === 0)
    return (
      <Empty icon="check" title={t('deskStatus.fine')}>
        {t('deskStatus.fineWhy')}
      </Empty>
    );
  return (
    <ul className={classes.problems}>
      {waiting.map(({ to, count }) => (
        <li key={to} data-tone="wait">
          <Icon name="clock" />
          <div>
            <Text fw={600} size="sm">
              {waitingWords(to, count)}
            </Text>
            <Anchor component={Link} to={to} size="sm" fw={550}>
              {t(`deskStatus.go.${nameOf(to)}`)}
            </Anchor>
          </div>
        </li>
      ))}
      {problems.map(({ problem, why, next }) => (
        <li key={`${problem} ${why}`}>
          <Icon name="warning" />
          <div>
            <Text fw={600} size="sm">
              {problem}
            </Text>
            <Text size="sm" className={classes.why}>
              <Timed text={why} />
            </Text>
            <Step next={next} problem={problem} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const waitingWords = (to: Waiting['to'], count: number): string =>
  count === 1 ? t(`deskStatus.waiting.${nameOf(to)}`) : t(`deskStatus.waitingMany.${nameOf(to)}`, { count });

function Step({ next, problem }: { next: string; problem: string }) {
  const page = pagesOfSteps.find(([form]) => form.test(next));
  const isCommand = next.startsWith('cardwright-admin ');
  return (
    <Group gap="sm" mt={4}>
      {page !== undefined && (
        <Anchor component={Link} to={page[1]} size="sm" fw={550}>
          {t(page[2])}
          <span className="hidden-name"> ({problem})</span>
        </Anchor>
      )}
      <Text size="sm" c="dimmed">
        {isCommand && (page === undefined ? t('deskStatus.next') : t('deskStatus.orElse'))}{' '}
        {isCommand ? <code className={classes.next}>{next}</code> : next}
      </Text>
      {isCommand && <Copy text={next} what={t('deskStatus.theCommand', { problem })} />}
    </Group>
  );
}
