// Process: queues and timers.
import closeWithGrace from 'close-with-grace';
import { systemClock } from './clock.ts';
import { readConfig } from './config.ts';
import { armCrashPoint } from './crash-points.ts';
import { openDb } from './db/db.ts';
import { openLog } from './http/log.ts';
import { openMetrics, serveMetrics } from './http/metrics.ts';
import { openIssuer } from './issuer/client.ts';
import { processNotifications } from './issuer/process.ts';
import { startLooking } from './looking.ts';
import { endWithParent, orExplain } from './process.ts';
import { openQueue } from './queue/queue.ts';
import { VERIFY_LEDGER } from './queue/queues.ts';
import { orderTopic } from './running/notice.ts';
import { openSettling } from './running/settle.ts';
import { startOperations } from './running/work.ts';
import { openHeadFiles } from './seals/head-files.ts';
import { gatherHeads, NO_HEADS } from './seals/heads.ts';
import { startSealing } from './seals/timer.ts';
import { verifyAudit, verifyLedger } from './seals/verify.ts';
import { addStatusMetrics } from './status/metrics.ts';

/** Daily, at an hour when few of our companies are at work. */
const VERIFY_LEDGER_AT = '17 3 * * *';

/** What issuers have told us is looked for so often; most of it is known by then. */
const NOTIFICATIONS_EVERY_MS = 500;

/** Books that are verified side by side: the ledger is read in the background, beside everything else. */
const VERIFY_CONNECTIONS = 2;

/** Jobs in progress get this long to finish when the process is told to stop. */
const GRACE_MS = 10_000;

const config = orExplain(() => readConfig(process.env));
orExplain(() => armCrashPoint('worker', process.env));
const log = openLog({ level: config.logLevel, process: 'worker' });
const onError = (err: unknown) => log.error({ err }, 'a background task failed');

const db = openDb({
  url: config.databaseUrl,
  name: 'cardwright-worker',
  connections: config.databaseConnections,
  onError,
});
const histories = openDb({
  url: config.databaseUrl,
  name: 'cardwright-verify',
  connections: VERIFY_CONNECTIONS,
  histories: true,
  onError,
});
const queue = await openQueue({ url: config.databaseUrl, onError });

const heads = config.sealsDirectory === undefined ? undefined : openHeadFiles(config.sealsDirectory, systemClock);
if (heads === undefined) {
  log.warn('CARDWRIGHT_SEALS_DIRECTORY is not set: history is sealed, but its heads stay in the database');
}
const sealing = startSealing({ db, clock: systemClock, store: heads, onError });

await queue.work(VERIFY_LEDGER, async () => {
  const exported = heads === undefined ? NO_HEADS : await gatherHeads(heads);
  const { books, entries, bad } = await verifyLedger(histories, { heads: exported });
  if (bad === undefined) log.info({ books, entries: entries.toString() }, 'ledger verified');
  else log.fatal({ bad }, 'THE LEDGER DOES NOT ADD UP: stop writes and read docs/runbooks/ledger-mismatch.md');
  const audit = await verifyAudit(histories, exported);
  if (audit.bad === undefined) log.info({ acts: audit.acts.toString() }, 'audit log verified');
  else log.fatal({ bad: audit.bad }, 'THE AUDIT LOG WAS CHANGED: read docs/runbooks/ledger-mismatch.md');
  return { books, entries: entries.toString(), bad: bad ?? null, badAct: audit.bad ?? null };
});
await queue.schedule(VERIFY_LEDGER, VERIFY_LEDGER_AT);

const issuers = {
  sandbox: config.issuers.sandbox === undefined ? undefined : openIssuer(config.issuers.sandbox),
  live: config.issuers.live === undefined ? undefined : openIssuer(config.issuers.live),
};
const runner = { db, clock: systemClock, pokes: queue.pokes, issuers, onError };
const settle = openSettling(runner);
const operations = await startOperations(runner, { settle, onError });
const topics = { order: orderTopic(runner, { settle, onError }) };
const notifications = startLooking({
  everyMs: NOTIFICATIONS_EVERY_MS,
  look: () => processNotifications(db, { issuers: config.issuers, topics, onError }),
  onError,
});

const registry = config.metrics && openMetrics();
const refresh = registry && addStatusMetrics(registry, db, onError);
const metrics = config.metrics && registry && (await serveMetrics(config.metrics, { registry, refresh, onError }));

const stopping = closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ err }) => {
  if (err) log.fatal({ err }, 'the process ends on an error');
  await metrics?.close();
  await Promise.all([sealing.stop(), notifications.stop(), operations.stop()]);
  await Promise.all([queue.stop(), issuers.sandbox?.close(), issuers.live?.close()]);
  await Promise.all([db.close(), histories.close()]);
});
endWithParent(() => stopping.close());
log.info('ready');
process.send?.('ready');
