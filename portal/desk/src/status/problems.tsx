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

/** The desk's page for a command or a runbook step. */
const pagesOfSteps = [
  [/admin -- review /, '/reviews', 'deskStatus.go.reviews'],
  [/admin -- reconcile/, '/reconciliation', 'deskStatus.go.reconciliation'],
  [/admin -- company /, '/companies', 'deskStatus.go.companies'],
  [/admin -- pause /, '/pauses', 'deskStatus.go.pauses'],
  [/#recovering/, '/recovery', 'deskStatus.go.recovery'],
  [/jobs-failed/, '/jobs', 'deskStatus.go.jobs'],
] as const;

/** The problems, or a notice that there are none. */
export function Problems({ problems }: { problems: readonly DeskProblem[] }) {
  if (problems.length === 0)
    return (
      <Empty icon="check" title={t('deskStatus.fine')}>
        {t('deskStatus.fineWhy')}
      </Empty>
    );
  return (
    <ul className={classes.problems}>
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
