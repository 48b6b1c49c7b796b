// The queues as workers counted them.
import type { Queue } from '../../../shared/desk-api.ts';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Time } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';
import classes from './queue-rows.module.css';

const counted = (head: string, count: (queue: Queue) => number): Column<Queue> => ({
  head,
  cell: (queue) => <span className="figures">{String(count(queue))}</span>,
  numeric: true,
});

const columns: readonly Column<Queue>[] = [
  { head: t('deskJobs.queue'), cell: ({ name }) => name },
  counted(t('deskJobs.ready'), ({ ready }) => ready),
  counted(t('deskJobs.deferred'), ({ deferred }) => deferred),
  counted(t('deskJobs.active'), ({ active }) => active),
  counted(t('deskJobs.failed'), ({ failed }) => failed),
  {
    head: t('deskJobs.countedAt'),
    cell: ({ countedAt }) => (countedAt === null ? t('deskFrame.never') : <Time at={countedAt} />),
  },
];

const isIdle = ({ ready, active, failed }: Queue) => ready + active + failed === 0;

/** How many jobs each queue has; idle queues are folded. */
export function QueueRows({ queues }: { queues: readonly Queue[] }) {
  const idle = queues.filter(isIdle);
  const busy = queues.filter((queue) => !isIdle(queue));
  return (
    <>
      {busy.length > 0 && <QueueTable queues={busy} />}
      {idle.length > 0 && (
        <details className={classes.idle}>
          <summary>{t('deskJobs.idle', { count: idle.length })}</summary>
          <QueueTable queues={idle} />
        </details>
      )}
    </>
  );
}

const QueueTable = ({ queues }: { queues: readonly Queue[] }) => (
  <Rows label={t('deskJobs.queues')} rows={queues} columns={columns} rowKey={({ name }) => name} />
);
