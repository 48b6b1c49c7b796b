// The fence of a process, with its log and its metric.
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { announcing, checkBudget, type Pools } from '../db/budget.ts';
import type { StopFile } from '../work/stop.ts';
import { type Closed, type Fence, type FenceOptions, openFence } from './fence.ts';

/** The connection that every fence has. */
const OWN: Pools = { 'cardwright-fence': 1 };

/**
 * Opens a fence that logs each change, and counts in the metrics if they are on. `pools` are the other connections of
 * the process: they must fit into the server, and the fence's connection announces them.
 */
export async function openLoggedFence(
  options: Omit<FenceOptions, 'onChange' | 'name'> & { pools: Pools },
  { log, registry }: { log: Logger; registry: Registry | undefined },
): Promise<Fence> {
  const onChange = (closed: Closed | undefined) => {
    if (closed === undefined) log.warn('the database is verified: writes are accepted');
    else
      log.error({ why: closed.why }, 'RECOVERING: nothing is accepted or sent: docs/runbooks/operations.md#recovering');
  };
  const pools = { ...options.pools, ...OWN };
  if (!(await checkBudget(options.url, pools))) {
    log.warn('the database does not answer: connections are not compared with what it allows');
  }
  const fence = await openFence({ ...options, name: announcing(pools), onChange });
  if (registry !== undefined) addFenceMetric(registry, fence);
  return fence;
}

function addFenceMetric(registry: Registry, fence: Fence): void {
  const gauge = new Gauge({
    name: 'cardwright_recovering',
    help: '1 while this process refuses writes, because the database may have lost commits.',
    registers: [registry],
    collect() {
      gauge.set(fence.check() === undefined ? 0 : 1);
    },
  });
}

/** How the reason of a worker that a closed fence stopped begins. */
export const STOPPED_BY_FENCE = 'the database is recovering';

/** A closed fence stops claiming and sending, as the stop file does. */
export function stopBehind(fence: Pick<Fence, 'check'>, stop: StopFile): StopFile {
  const check = () => {
    const closed = fence.check();
    return stop.check() ?? (closed && { why: `${STOPPED_BY_FENCE}: ${closed.why}`, since: closed.since });
  };
  return { isOn: () => stop.isOn() || fence.check() !== undefined, check };
}
