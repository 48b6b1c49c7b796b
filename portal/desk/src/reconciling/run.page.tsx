// One reconciliation: progress, and every break with both sides and its safe resolutions.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer, deskApi } from '../../../shared/client.ts';
import type { Break, RunWithBreaks } from '../../../shared/desk-api.ts';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Notice } from '../../../shared/states/problem.tsx';
import { DetailSkeleton } from '../../../shared/states/skeletons.tsx';
import { EnvironmentBadge, Status } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { useId } from '../address.ts';
import { Facts, Figures, Id } from '../frame/facts.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { useLookAgain } from '../frame/look-again.ts';
import { Named } from '../frame/named.tsx';
import { t } from '../words/t.ts';
import classes from './run.module.css';

/** A run with its breaks. */
export function Page() {
  const id = useId();
  useLookAgain('reconciliations');
  const run = useQuery({
    queryKey: ['reconciliations', 'one', id],
    queryFn: () => answer(deskApi.GET('/desk/v1/reconciliations/{id}', { params: { path: { id } } })),
  });
  return (
    <Sheet
      title={t('deskReconciling.one')}
      back={{ to: '/reconciliation', words: t('deskReconciling.title') }}
      actions={run.data && <Status state={run.data.state} />}
    >
      <Loaded query={run} skeleton={<DetailSkeleton />}>
        {(shown) => <Shown run={shown} />}
      </Loaded>
    </Sheet>
  );
}

function Shown({ run }: { run: RunWithBreaks }) {
  return (
    <>
      <Figures figures={figuresOf(run)} />
      <Section title={t('deskReconciling.breaks')}>
        <Breaks run={run} />
      </Section>
      <Section title={t('deskReconciling.about')}>
        <Facts
          facts={[
            { name: t('deskReconciling.id'), value: <Id>{run.id}</Id> },
            { name: t('deskReconciling.askedBy'), value: run.askedBy?.name ?? t('deskReconciling.daily') },
            { name: t('deskReconciling.company'), value: <Company id={run.company} /> },
            {
              name: t('frame.environment'),
              value:
                run.environment === null ? t('deskFrame.both') : <EnvironmentBadge environment={run.environment} />,
            },
            { name: t('deskReconciling.startedAt'), value: <Time at={run.startedAt} as="full" /> },
            { name: t('deskReconciling.finishedAt'), value: run.finishedAt && <Time at={run.finishedAt} as="full" /> },
            { name: t('deskReconciling.nextAt'), value: run.nextAt && <Time at={run.nextAt} as="full" /> },
            { name: t('deskReconciling.settled'), value: t('deskReconciling.seconds', { count: run.settledSeconds }) },
          ]}
        />
      </Section>
    </>
  );
}

const figuresOf = (run: RunWithBreaks) =>
  [
    { name: t('deskReconciling.breaks'), count: run.breaks },
    { name: t('deskReconciling.compared'), count: run.compared },
    { name: t('deskReconciling.books'), count: run.books },
    { name: t('deskReconciling.suspects'), count: run.suspects },
    { name: t('deskReconciling.onTheirWay'), count: run.onTheirWay },
    { name: t('deskReconciling.explained'), count: run.explained },
    { name: t('deskReconciling.notRead'), count: run.notRead },
  ].map(({ name, count }) => ({ name, value: <span className="figures">{String(count)}</span> }));

function Company({ id }: { id: string | null }) {
  if (id === null) return t('deskReconciling.everyCompany');
  return <Named id={id} />;
}

function Breaks({ run }: { run: RunWithBreaks }) {
  if (run.data.length === 0)
    return (
      <Empty
        icon={run.state === 'over' ? 'check' : 'clock'}
        title={run.state === 'over' ? t('deskReconciling.noBreaks') : t('deskReconciling.notOver')}
      >
        {run.state === 'over' ? t('deskReconciling.noBreaksWhy') : t('deskReconciling.notOverWhy')}
      </Empty>
    );
  return (
    <>
      {run.breaks > run.data.length && (
        <div className={classes.more}>
          <Notice>{t('deskReconciling.more', { shown: run.data.length, count: run.breaks })}</Notice>
        </div>
      )}
      <ul className={classes.breaks}>
        {run.data.map((found) => (
          <li key={`${found.company} ${found.environment} ${found.kind} ${found.subject}`}>
            <BreakShown found={found} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Both sides, with the resolutions below. People carry them out; nothing is automatic. */
function BreakShown({ found }: { found: Break }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {t('deskReconciling.rule', { rule: found.rule })}
      </Text>
      <Text size="sm" c="dimmed" component="div" className={classes.about}>
        <EnvironmentBadge environment={found.environment} />
        <Named id={found.subject} />
        <Company id={found.company} />
        <span>
          {t('deskFrame.since')} <Time at={found.since} />
        </span>
      </Text>
      <dl className={classes.sides}>
        <div>
          <dt>{t('deskReconciling.ours', { side: found.sides.ours })}</dt>
          <dd>{found.ours}</dd>
        </div>
        <div>
          <dt>{t('deskReconciling.theirs', { side: found.sides.theirs })}</dt>
          <dd>{found.theirs}</dd>
        </div>
      </dl>
      <Text size="sm" fw={550}>
        {t('deskReconciling.ways')}
      </Text>
      <ul className={classes.ways}>
        {found.ways.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
    </>
  );
}
