// Process: the operators' desk.
import { systemClock } from '../foundation/clock.ts';
import { endWithParent, orExplain, orExplainLater } from '../foundation/process.ts';
import { openPeople, PEOPLE_CONNECTIONS } from '../identity/people/auth.ts';
import { databaseStore } from '../identity/verifications/documents.ts';
import { gatherHeads } from '../ledger/seals/heads.ts';
import { openExports } from '../ledger/seals/open-exports.ts';
import { countMissing } from '../operations/read/sql.ts';
import { watchers } from '../platform/db/budget.ts';
import { openDb } from '../platform/db/db.ts';
import { openLoggedFence } from '../platform/fence/open.ts';
import { openWitnesses } from '../platform/fence/witnesses.ts';
import { readAllowList } from '../platform/guard/allow.ts';
import { openLog } from '../platform/http/log.ts';
import { openMetrics } from '../platform/http/metrics.ts';
import { serve } from '../platform/http/serve.ts';
import { openMail } from '../platform/mail/mail.ts';
import { openDeadLetters } from '../platform/queue/dead-letters.ts';
import { startTracing } from '../platform/trace/trace.ts';
import { buildDesk } from '../surfaces/desk/app.ts';
import { readDeskConfig } from '../surfaces/desk/config.ts';
import { noteSignIn } from '../surfaces/desk/sql.ts';

/** One chain is verified at a time, and its next page is read while this one is hashed. */
const HISTORY_CONNECTIONS = 2;

const withParent = endWithParent();
const config = orExplain(() => readDeskConfig());
const onError = (err: unknown) => log.error({ err }, 'a background task failed');
await startTracing(config.traces, { process: 'desk', onError });
const log = openLog({ level: config.logLevel, process: 'desk' });

const registry = config.metrics && openMetrics();
const exports = openExports(config, systemClock);
const pools = {
  'cardwright-desk': config.databaseConnections + 2 * PEOPLE_CONNECTIONS,
  'cardwright-desk-probe': 1,
  'cardwright-desk-histories': HISTORY_CONNECTIONS,
  'cardwright-desk-recovery': 1,
  'cardwright-desk-sign-in': 1,
  'cardwright-dead-letters': 1,
  ...watchers(config.databaseUrl, config.signInDatabaseUrl),
};
const witnesses = openWitnesses();
const fence = await orExplainLater(
  openLoggedFence(
    { url: config.databaseUrl, pools, store: exports, witnesses, countMissing, clock: systemClock, onError },
    { log, registry },
  ),
);
const pool = { url: config.databaseUrl, connections: config.databaseConnections, onError };
const db = openDb({ ...pool, gate: fence, name: 'cardwright-desk' });
const histories = openDb({
  ...pool,
  gate: fence,
  name: 'cardwright-desk-histories',
  connections: HISTORY_CONNECTIONS,
  histories: true,
});
// Two operators recover a fenced database: the only connections of the desk that write behind a closed fence.
const recovering = openDb({ ...pool, name: 'cardwright-desk-recovery', connections: 1, histories: true });
// Operators sign in behind a closed fence too: they lift it.
const own = openDb({ ...pool, url: config.signInDatabaseUrl, name: 'cardwright-desk-sign-in', connections: 1 });
const mail = openMail({ url: config.smtpUrl, from: config.mailFrom, onError });
const people = openPeople({
  url: config.signInDatabaseUrl,
  schema: 'desk',
  basePath: '/desk/auth',
  publicUrl: config.publicUrl,
  secrets: config.authSecrets,
  signUp: false,
  mail,
  clock: systemClock,
  onCode: (operatorId, what) => noteSignIn(own, operatorId, { what }),
  onError,
});
const deadLetters = openDeadLetters({ url: config.databaseUrl, onError });
const app = await buildDesk({
  ...config,
  db,
  histories,
  own,
  clock: systemClock,
  people,
  deadLetters,
  store: databaseStore,
  allow: readAllowList(config.webhookAllow),
  fence,
  recovery: exports && { db: recovering, store: exports },
  readHeads: exports && (() => gatherHeads(exports)),
  log,
  registry,
});
await serve({
  app,
  config,
  registry,
  withParent,
  log,
  onError,
  async close() {
    await mail.close();
    await people.close();
    await deadLetters.close();
    await Promise.all([own.close(), recovering.close(), histories.close(), db.close()]);
    await fence.stop();
  },
});
