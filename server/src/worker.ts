// Process: queues and timers.
import closeWithGrace from 'close-with-grace';
import { systemClock } from './clock.ts';
import { needSealingKeys, readConfig } from './config.ts';
import { armCrashPoint } from './crash-points.ts';
import { openDb } from './db/db.ts';
import { ANSWER_BYTES } from './deliveries/attempt.ts';
import { startDelivering } from './deliveries/work.ts';
import { forgetOldEvents } from './events/forget.ts';
import { readAllowList } from './guard/allow.ts';
import { openSender } from './guard/send.ts';
import { openLog } from './http/log.ts';
import { openMetrics, serveMetrics } from './http/metrics.ts';
import { toId } from './ids.ts';
import { depositTopic } from './invoices/notice.ts';
import { INVOICES_CHANNEL, openInvoiceSettling, startInvoices } from './invoices/run.ts';
import { openIssuer } from './issuer/client.ts';
import { processNotifications } from './issuer/process.ts';
import { startLooking } from './looking.ts';
import { readMailSettings } from './mail-config.ts';
import { openMail } from './people/mail.ts';
import { endWithParent, orExplain } from './process.ts';
import { POKED } from './queue/pokes.ts';
import { openQueue } from './queue/queue.ts';
import { FORGET_EVENTS, RECONCILE, VERIFY_LEDGER } from './queue/queues.ts';
import { begin } from './reconciling/begin.ts';
import { openPace } from './reconciling/reads.ts';
import { startReconciling } from './reconciling/work.ts';
import { orderTopic } from './running/notice.ts';
import { openSettling } from './running/settle.ts';
import { startOperations } from './running/work.ts';
import { carrySimulations } from './sandbox/carry.ts';
import { openHeadFiles } from './seals/head-files.ts';
import { gatherHeads, NO_HEADS } from './seals/heads.ts';
import { startSealing } from './seals/timer.ts';
import { verifyAudit, verifyLedger } from './seals/verify.ts';
import { addStatusMetrics } from './status/metrics.ts';
import { cardTopic } from './transactions/notice.ts';
import { unpark } from './transactions/park.ts';
import { carryLetters } from './verifications/letters.ts';

/** Daily, at an hour when few of our companies are at work. */
const VERIFY_LEDGER_AT = '17 3 * * *';

/** Daily, when the ledger has been verified: what does not add up by itself need not be compared with others. */
const RECONCILE_AT = '47 4 * * *';

/** Daily, when little else happens. */
const FORGET_EVENTS_AT = '27 2 * * *';

const FOUND_BREAKS = 'RECONCILED WITH DIFFERENCES: read docs/runbooks/reconciliation.md';

/** One reads a page while the other notes how far it has come. */
const RECONCILE_CONNECTIONS = 2;

/** What issuers have told us is looked for so often; most of it is known by then. */
const NOTIFICATIONS_EVERY_MS = 500;

/** What sandboxes ask of their issuer is looked for so often: a client waits for it. */
const SIMULATIONS_EVERY_MS = 500;

/** Letters are looked for so often: who waits for one waits for a person's decision, not for a machine's. */
const LETTERS_EVERY_MS = 2_000;

/** Webhooks have connections of their own, so that a thousand endpoints never stand in front of a settlement. */
const WEBHOOK_CONNECTIONS = 4;

/** An endpoint answers within this, or the attempt has failed; the connection may take a third of it. */
const WEBHOOK_TIMEOUT_MS = 15_000;
const WEBHOOK_CONNECT_MS = 5_000;

/** Books that are verified side by side: the ledger is read in the background, beside everything else. */
const VERIFY_CONNECTIONS = 2;

/** Jobs in progress get this long to finish when the process is told to stop. */
const GRACE_MS = 10_000;

const withParent = endWithParent();
const config = orExplain(() => readConfig(process.env));
const sealingKeys = orExplain(() => needSealingKeys(config));
const mailSettings = orExplain(() => readMailSettings(process.env));
const allow = orExplain(() => readAllowList(config.webhookAllow));
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

const records = openDb({
  url: config.databaseUrl,
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
    onEnded: (run, counts) => {
      const found = { run: toId('reconciliation', run), ...counts };
      if (counts.breaks > 0) log.error(found, FOUND_BREAKS);
      else if (counts.unread > 0) log.warn(found, 'reconciled: zero differences in what could be compared');
      else log.info(found, 'reconciled: zero differences');
    },
  },
  onError,
);
await queue.work(RECONCILE, async () => ({ run: (await begin({ db, clock: systemClock })) ?? null }));
await queue.schedule(RECONCILE, RECONCILE_AT);

const runner = { db, clock: systemClock, pokes: queue.pokes, issuers, onError };
const settle = openSettling(runner);
const operations = startOperations(runner, { settle, onError });
await queue.listen(POKED, () => operations.wake());
const settleInvoice = openInvoiceSettling(runner);
const invoices = startInvoices(runner, { settle: settleInvoice, onError });
await queue.listen(INVOICES_CHANNEL, () => invoices.wake());
const topics = {
  order: orderTopic(runner, { settle, onError }),
  deposit: depositTopic(runner, { settle: settleInvoice, onError }),
  card: cardTopic({ db, clock: systemClock, onError }),
};
const notifications = startLooking({
  everyMs: NOTIFICATIONS_EVERY_MS,
  look: async () => {
    await unpark(db);
    await processNotifications(db, { issuers: config.issuers, topics, onError });
  },
  onError,
});
const { sandbox } = issuers;
const simulations =
  sandbox &&
  startLooking({
    everyMs: SIMULATIONS_EVERY_MS,
    look: () => carrySimulations({ db, issuer: sandbox, onError }),
    onError,
  });

const webhooks = openDb({
  url: config.databaseUrl,
  name: 'cardwright-webhooks',
  connections: WEBHOOK_CONNECTIONS,
  onError,
});
const sender = openSender({
  allow,
  timeoutMs: WEBHOOK_TIMEOUT_MS,
  connectMs: WEBHOOK_CONNECT_MS,
  mostBytes: ANSWER_BYTES,
});
const delivering = startDelivering({
  db: webhooks,
  clock: systemClock,
  sealingKeys,
  sender,
  random: Math.random,
  onError,
});
await queue.work(FORGET_EVENTS, async () => ({ forgotten: await forgetOldEvents(webhooks) }));
await queue.schedule(FORGET_EVENTS, FORGET_EVENTS_AT);

if (mailSettings === undefined) log.warn('CARDWRIGHT_SMTP_URL is not set: letters to companies wait in the database');
const mail = mailSettings && openMail({ ...mailSettings, onError });
const letters =
  mail &&
  startLooking({
    everyMs: LETTERS_EVERY_MS,
    look: () => carryLetters({ db, clock: systemClock, mail, portalUrl: mailSettings.portalUrl, onError }),
    onError,
  });

const registry = config.metrics && openMetrics();
const refresh = registry && addStatusMetrics(registry, db, onError);
const metrics = config.metrics && registry && (await serveMetrics(config.metrics, { registry, refresh, onError }));

const stopping = closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ err }) => {
  if (err) log.fatal({ err }, 'the process ends on an error');
  await metrics?.close();
  await Promise.all([
    sealing.stop(),
    notifications.stop(),
    simulations?.stop(),
    operations.stop(),
    invoices.stop(),
    delivering.stop(),
    letters?.stop(),
  ]);
  await reconciling.stop();
  await Promise.all([queue.stop(), issuers.sandbox?.close(), issuers.live?.close(), sender.close(), mail?.close()]);
  await Promise.all([db.close(), histories.close(), records.close(), webhooks.close()]);
});
withParent.by(() => stopping.close());
log.info('ready');
process.send?.('ready');
