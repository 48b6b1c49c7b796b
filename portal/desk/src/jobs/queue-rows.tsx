// The queues as workers counted them.
import type { Queue } from '../../../shared/desk-api.ts';
import { type Column, Rows } from '../../../shared/list.tsx';
import { Time } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';

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

/** How many jobs each queue has. */
export function QueueRows({ queues }: { queues: readonly Queue[] }) {
  return <Rows label={t('deskJobs.queues')} rows={queues} columns={columns} rowKey={({ name }) => name} />;
}
