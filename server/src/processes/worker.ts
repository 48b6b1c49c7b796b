// Process: queues and timers.
import closeWithGrace from 'close-with-grace';
import { startRegistering } from '../cards/holders/register.ts';
import { startRevealing } from '../cards/reveal/carry.ts';
import { cardTopic } from '../cards/transactions/notice.ts';
import { ANSWER_BYTES } from '../events/deliveries/attempt.ts';
import { countAttempts } from '../events/deliveries/count.ts';
import { startDelivering } from '../events/deliveries/work.ts';
import { forgetOldEvents } from '../events/log/forget.ts';
import { systemClock } from '../foundation/clock.ts';
import { ISSUER_TIMEOUT_MS } from '../foundation/config.ts';
import { armCrashPoint } from '../foundation/crash-points.ts';
import { toId } from '../foundation/ids.ts';
import { endWithParent, orExplain, orExplainLater } from '../foundation/process.ts';
import { readWorkerConfig } from '../foundation/worker-config.ts';
import { depositTopic } from '../funding/invoices/notice.ts';
import { openInvoiceSettling, startInvoices } from '../funding/invoices/run.ts';
import { startMailing } from '../identity/verifications/emails.ts';
import { openIssuer } from '../issuer/client.ts';
import { countNotifications } from '../issuer/count.ts';
import { measureIssuers } from '../issuer/measure.ts';
import { startNotifications } from '../issuer/process.ts';
import { openExports } from '../ledger/seals/open-exports.ts';
import { startSealing } from '../ledger/seals/timer.ts';
import { type VerifyTools, verifyHistory } from '../ledger/seals/verify-history.ts';
import { countMissing } from '../operations/read/sql.ts';
import { orderTopic } from '../operations/run/notice.ts';
import { openSettling, type Settle } from '../operations/run/settle.ts';
import { startOperations } from '../operations/run/work.ts';
import { startMailingOperators } from '../oversight/proposals/emails.ts';
import { begin } from '../oversight/reconciliation/begin.ts';
import { openPace } from '../oversight/reconciliation/reads.ts';
import { startReconciling } from '../oversight/reconciliation/work.ts';
import { startReadingListings } from '../oversight/recovery/listings.ts';
import { addDrillMetrics } from '../oversight/status/drill-metrics.ts';
import { addMarkMetric, addStatusMetrics, addStopMetric } from '../oversight/status/metrics.ts';
import { watchers } from '../platform/db/budget.ts';
import { openDb } from '../platform/db/db.ts';
import { isRecovering } from '../platform/db/errors.ts';
import { openLoggedFence, stopBehind } from '../platform/fence/open.ts';
import { openWitnesses } from '../platform/fence/witnesses.ts';
import { startMarking } from '../platform/fence/write.ts';
import { readAllowList } from '../platform/guard/allow.ts';
import { openSender } from '../platform/guard/send.ts';
import { whyNotReady } from '../platform/http/health.ts';
import { openLog } from '../platform/http/log.ts';
import { openMetrics, serveMetrics } from '../platform/http/metrics.ts';
import { countEmails } from '../platform/mail/count.ts';
import { openMail } from '../platform/mail/mail.ts';
import { openQueue, QUEUE_CONNECTIONS } from '../platform/queue/queue.ts';
import { FORGET_EVENTS, FORGET_EVENTS_AT, RECONCILE, VERIFY_LEDGER } from '../platform/queue/queues.ts';
import { forgetOldRows } from '../platform/retention/forget.ts';
import { keepMonths, prepareMonths } from '../platform/retention/months.ts';
import { startTracing, stopTracing } from '../platform/trace/trace.ts';
import { startHeartbeat } from '../platform/work/heartbeat.ts';
import { openLoggedStop } from '../platform/work/stop.ts';
import { WORK_CHANNEL } from '../platform/work/wake-up.ts';
import { startSandboxRequests } from '../sandbox/carry.ts';

/** Daily, at an hour when few of our companies are at work. */
const VERIFY_LEDGER_AT = '17 3 * * *';

/** Daily, after the ledger has been verified: books that do not add up need no comparison. */
const RECONCILE_AT = '47 4 * * *';

const FOUND_BAD = {
  ledger: 'THE LEDGER DOES NOT ADD UP: stop writes and read docs/runbooks/ledger-mismatch.md',
  audit: 'THE AUDIT LOG WAS CHANGED: read docs/runbooks/ledger-mismatch.md',
};

const FOUND_BREAKS = 'RECONCILED WITH DIFFERENCES: read docs/runbooks/reconciliation.md';

/** One reads a page while the other saves the position. */
const RECONCILE_CONNECTIONS = 2;

/** Webhooks have connections of their own, so that a thousand endpoints never delay a settlement. */
const WEBHOOK_CONNECTIONS = 4;

/** An attempt fails without a response in this time; connecting may take a third of it. */
const WEBHOOK_TIMEOUT_MS = 15_000;
const WEBHOOK_CONNECT_MS = 5_000;

/** Books verified concurrently: the ledger is read in the background. */
const VERIFY_CONNECTIONS = 2;

/** The longest time to store issuers' answers, unless the database is away. */
const STORE_MS = 10_000;

/**
 * Time to finish when the process is told to stop. An order in flight is answered and stored within it; cut off
 * earlier, it would become a review.
 */
const GRACE_MS = ISSUER_TIMEOUT_MS + STORE_MS;

const withParent = endWithParent();
const config = orExplain(() => readWorkerConfig());
const { sealingKeys, mail: mailSettings } = config;
armCrashPoint('worker', config.crash);
const onError = (err: unknown) => {
  // A closed fence is logged once, and refuses whatever a loop still tries.
  log[isRecovering(err) ? 'debug' : 'error']({ err }, 'a background task failed');
};
await startTracing(config.traces, { process: 'worker', onError });
const log = openLog({ level: config.logLevel, process: 'worker' });

const stopFile = openLoggedStop(config.stopFile, { clock: systemClock, log });
const registry = config.metrics && openMetrics();
const heads = openExports(config, systemClock);
if (heads === undefined) {
  log.warn('CARDWRIGHT_SEALS_DIRECTORY is not set: heads stay in the database, and a loss of it goes unnoticed');
}
const witnesses = openWitnesses();
const pools = {
  'cardwright-worker': config.databaseConnections,
  'cardwright-verify': VERIFY_CONNECTIONS,
  'cardwright-reconcile': RECONCILE_CONNECTIONS,
  'cardwright-webhooks': WEBHOOK_CONNECTIONS,
  'cardwright-queue': QUEUE_CONNECTIONS,
  'cardwright-listen': 1,
  'cardwright-marks': 1,
  'cardwright-heartbeat': 1,
  ...watchers(config.databaseUrl),
};
const fence = await orExplainLater(
  openLoggedFence(
    { url: config.databaseUrl, pools, store: heads, witnesses, countMissing, clock: systemClock, onError },
    { log, registry },
  ),
);
const stop = stopBehind(fence, stopFile);

const db = openDb({
  url: config.databaseUrl,
  gate: fence,
  name: 'cardwright-worker',
  connections: config.databaseConnections,
  onError,
});
const histories = openDb({
  url: config.databaseUrl,
  gate: fence,
  name: 'cardwright-verify',
  connections: VERIFY_CONNECTIONS,
  histories: true,
  onError,
});
const queue = await openQueue({ url: config.databaseUrl, onError });

const marking = heads && startMarking({ url: config.databaseUrl, store: heads, fence, clock: systemClock, onError });
const sealing = startSealing({ db, clock: systemClock, store: heads, fence, onError });

const onOutcome: VerifyTools['onOutcome'] = (subject, { books, entries, bad }) => {
  if (bad !== null) log.fatal({ bad }, FOUND_BAD[subject]);
  else log.info({ books: books?.toString(), entries: entries.toString() }, `${subject} verified`);
};
await queue.work(VERIFY_LEDGER, (job) => verifyHistory({ db, histories, store: heads, onOutcome }, job));
await queue.schedule(VERIFY_LEDGER, VERIFY_LEDGER_AT);

const measured = measureIssuers(registry);
const issuers = {
  sandbox: measured('sandbox', config.issuers.sandbox && openIssuer(config.issuers.sandbox, stop)),
  live: measured('live', config.issuers.live && openIssuer(config.issuers.live, stop)),
};

const records = openDb({
  url: config.databaseUrl,
  gate: fence,
  name: 'cardwright-reconcile',
  connections: RECONCILE_CONNECTIONS,
  histories: true,
  onError,
});
const reconciling = startReconciling(
  {
    db: records,
    issuers,
    pace: openPace(config.reconcileReadsPerSecond),
    stop,
    onError,
    onEnded: (run, counts) => {
      const found = { run: toId('reconciliation', run), ...counts };
      if (counts.breaks > 0) log.error(found, FOUND_BREAKS);
      else if (counts.unread > 0) log.warn(found, 'reconciled: zero differences in what could be compared');
      else log.info(found, 'reconciled: zero differences');
    },
  },
  onError,
);
const listings = startReadingListings(
  { db: records, issuers, pace: openPace(config.reconcileReadsPerSecond), stop },
  onError,
);
await queue.work(RECONCILE, async () => ({ run: (await begin({ db, clock: systemClock })) ?? null }));
await queue.schedule(RECONCILE, RECONCILE_AT);

const runner = { db, clock: systemClock, issuers, stop, onError };
const webhooks = openDb({
  url: config.databaseUrl,
  gate: fence,
  name: 'cardwright-webhooks',
  connections: WEBHOOK_CONNECTIONS,
  onError,
});
const sender = openSender({
  allow: readAllowList(config.webhookAllow),
  timeoutMs: WEBHOOK_TIMEOUT_MS,
  connectMs: WEBHOOK_CONNECT_MS,
  mostBytes: ANSWER_BYTES,
});
const delivering = startDelivering({
  db: webhooks,
  stop,
  clock: systemClock,
  sealingKeys,
  sender,
  random: Math.random,
  onAttempt: countAttempts(registry),
  onError,
});

const settling = openSettling({ db, witnesses, onError });
const settle: Settle = async (update) => {
  const settled = await settling(update);
  delivering.wake(); // the event of an outcome does not wait for the next poll
  return settled;
};
const settleInvoice = openInvoiceSettling(runner);
const topics = {
  order: orderTopic(runner, { settle }),
  deposit: depositTopic(runner, { settle: settleInvoice }),
  card: cardTopic(runner),
};
const onVerdict = countNotifications(registry);
if (mailSettings === undefined) {
  log.warn('CARDWRIGHT_SMTP_URL is not set: emails to companies and to operators wait in the database');
} else if (mailSettings.deskUrl === undefined) {
  log.warn('CARDWRIGHT_DESK_URL is not set: emails to operators have no link');
}
const counted = countEmails(registry);
const mail = mailSettings && counted(openMail({ ...mailSettings, onError }));

// Without an issuer, an environment has no loops: its holders wait, and the status shows them.
const { sandbox, live } = issuers;
const working = [
  ...startOperations(runner, { settle, onError }),
  ...startInvoices(runner, { settle: settleInvoice, onError }),
  ...startNotifications({ db, stop, issuers: config.issuers, topics, onVerdict, onError }),
  ...(sandbox ? [startRegistering({ db, stop, environment: 'sandbox', issuer: sandbox, onError })] : []),
  ...(live ? [startRegistering({ db, stop, environment: 'live', issuer: live, onError })] : []),
  ...(sandbox ? [startRevealing({ db, stop, environment: 'sandbox', issuer: sandbox, sealingKeys, onError })] : []),
  ...(live ? [startRevealing({ db, stop, environment: 'live', issuer: live, sealingKeys, onError })] : []),
  ...(sandbox ? startSandboxRequests({ db, stop, issuer: sandbox, onError }) : []),
  ...(mail
    ? [
        startMailing({ db, stop, clock: systemClock, mail, portalUrl: mailSettings.portalUrl, onError }),
        startMailingOperators({ db, clock: systemClock, mail, deskUrl: mailSettings.deskUrl, onError }),
      ]
    : []),
];
await queue.listen(WORK_CHANNEL, (kind) => {
  for (const each of [...working, sealing]) if (kind === undefined || kind === each.kind) each.wake();
});

prepareMonths(db).catch(onError); // a database that was restored may lack this month
await queue.work(FORGET_EVENTS, async () => ({
  ...(await keepMonths(db, config.retain)),
  forgotten: (await forgetOldEvents(webhooks, config.retain.eventsDays)) + (await forgetOldRows(db, config.retain)),
}));
await queue.schedule(FORGET_EVENTS, FORGET_EVENTS_AT);

// Behind a closed fence the worker still says that it runs, and why it is stopped.
const reports = openDb({ url: config.databaseUrl, name: 'cardwright-heartbeat', connections: 1, onError });
const heartbeat = startHeartbeat({ db: reports, stop, onError });

if (registry) addStopMetric(registry, stopFile);
if (registry && marking) addMarkMetric(registry, marking);
const refreshStatus = registry && addStatusMetrics(registry, db, onError);
const refreshDrills = registry && heads && addDrillMetrics(registry, { db, store: heads, clock: systemClock, onError });
const refresh = async () => {
  await Promise.all([refreshStatus?.(), refreshDrills?.()]);
};
let isStopping = false;
const notReady = () => whyNotReady(db, isStopping);
const metrics =
  config.metrics && registry && (await serveMetrics(config.metrics, { registry, refresh, notReady, onError }));

const stopping = closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ err }) => {
  if (err) log.fatal({ err }, 'the process ends on an error');
  isStopping = true;
  // From here on they claim nothing more, and wait for the work under way.
  await Promise.all([queue.stop(), sealing.stop(), ...working.map((each) => each.stop()), delivering.stop()]);
  await Promise.all([reconciling.stop(), listings.stop(), heartbeat.stop(), marking?.stop()]);
  await metrics?.close();
  await Promise.all([issuers.sandbox?.close(), issuers.live?.close(), sender.close(), mail?.close()]);
  await Promise.all([db.close(), histories.close(), records.close(), webhooks.close(), reports.close(), fence.stop()]);
  await stopTracing();
});
withParent.by(() => stopping.close());
log.info('ready');
process.send?.('ready');
