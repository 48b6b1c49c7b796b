// The status: what needs attention, what is stuck and why, held funds, and the underlying figures.
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DeskStatus, Pause } from '../../../shared/desk-api.ts';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Money } from '../../../shared/money.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { Time } from '../../../shared/time.tsx';
import { Figures } from '../frame/facts.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { useLookAgain } from '../frame/look-again.ts';
import { QueueRows } from '../jobs/queue-rows.tsx';
import { maybe, t } from '../words/t.ts';
import { ParkedWorkRows } from './parked-work.tsx';
import { Problems } from './problems.tsx';
import { stuckOf } from './stuck.ts';
import { StuckRows } from './stuck-rows.tsx';
import { statusQuery, waitingIn } from './waiting.ts';

/** The first page of the desk. */
export function Page() {
  useLookAgain('status');
  const status = useQuery(statusQuery);
  return (
    <Sheet title={t('deskStatus.title')} lead={t('deskStatus.lead')}>
      <Loaded query={status}>{(data) => <Shown status={data} />}</Loaded>
    </Sheet>
  );
}

function Shown({ status }: { status: DeskStatus }) {
  return (
    <>
      <Section title={t('deskStatus.problems')} actions={<AsOf at={status.at} />}>
        <Problems waiting={waitingIn(status)} problems={status.problems} />
      </Section>
      <Figures figures={figuresOf(status)} />
      <Section title={t('deskStatus.stuck')}>
        <StuckRows stuck={stuckOf(status)} mostCounted={status.mostCounted} />
      </Section>
      {status.work.some(({ parked }) => parked > 0) && <ParkedWorkRows />}
      {status.pauses.length > 0 && (
        <Section title={t('deskStatus.pauses')} actions={<ToPauses />}>
          <Rows label={t('deskStatus.pauses')} rows={status.pauses} columns={pauseColumns} rowKey={({ id }) => id} />
        </Section>
      )}
      <Section title={t('deskStatus.queues')}>
        <QueueRows queues={status.queues} />
      </Section>
    </>
  );
}

/** Includes environments that hold nothing: zero is worth seeing. */
const figuresOf = (status: DeskStatus) => [
  ...status.held.map(({ environment, byLedger, isWhole }) => ({
    name: maybe(`deskStatus.heldIn.${environment}`) ?? environment,
    value: (
      <>
        <Money amount={byLedger} />
        {!isWhole && (
          <Text size="xs" c="dimmed">
            {t('deskStatus.heldPart')}
          </Text>
        )}
      </>
    ),
  })),
  {
    name: t('deskStatus.forPeople'),
    value: <span className="figures">{String(waitingIn(status).find(({ to }) => to === '/reviews')?.count ?? 0)}</span>,
  },
  {
    name: t('deskStatus.lastReconciled'),
    value: <LastReconciled reconciled={status.reconciled} />,
  },
  ...status.verified.map((last) => ({
    name: maybe(`deskStatus.verified.${last.subject}`) ?? last.subject,
    value: <LastVerified last={last} />,
  })),
];

function LastReconciled({ reconciled }: Pick<DeskStatus, 'reconciled'>) {
  const [oldest] = reconciled.flatMap(({ lastAt }) => (lastAt === null ? [] : [lastAt])).toSorted();
  return oldest === undefined ? t('deskFrame.never') : <Time at={oldest} />;
}

/** The last verification, and its first wrong row. */
function LastVerified({ last: { lastAt, bad } }: { last: DeskStatus['verified'][number] }) {
  if (lastAt === null) return t('deskFrame.never');
  return (
    <>
      <Time at={lastAt} />
      {bad !== null && (
        <Text size="xs" c="red">
          {t('deskStatus.verifiedBad', { row: bad.row })}
        </Text>
      )}
    </>
  );
}

const pauseColumns: readonly Column<Pause>[] = [
  { head: t('deskStatus.paused'), cell: ({ product }) => product?.name ?? t('deskFrame.everything') },
  {
    head: t('frame.environment'),
    cell: ({ environment }) => <EnvironmentBadge environment={environment} />,
    plain: true,
  },
  { head: t('deskFrame.reason'), cell: ({ reason }) => reason },
  { head: t('deskStatus.by'), cell: ({ pausedBy }) => pausedBy.name },
  { head: t('deskFrame.since'), cell: ({ pausedAt }) => <Time at={pausedAt} /> },
];

function ToPauses() {
  return (
    <Anchor component={Link} to="/pauses" size="sm">
      {t('deskStatus.go.pauses')}
    </Anchor>
  );
}

function AsOf({ at }: { at: string }) {
  return (
    <Text size="sm" c="dimmed">
      {t('deskStatus.at')} <Time at={at} as="full" />
    </Text>
  );
}
