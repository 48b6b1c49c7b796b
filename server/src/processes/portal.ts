// Process: the portal for companies' people.
import { systemClock } from '../foundation/clock.ts';
import { readPortalConfig } from '../foundation/portal-config.ts';
import { endWithParent, orExplain, orExplainLater } from '../foundation/process.ts';
import { listCompaniesOf } from '../identity/members/sql.ts';
import { openPeople, PEOPLE_CONNECTIONS } from '../identity/people/auth.ts';
import { openExports } from '../ledger/seals/open-exports.ts';
import { countMissing } from '../operations/read/sql.ts';
import { watchers } from '../platform/db/budget.ts';
import { openDb } from '../platform/db/db.ts';
import { openLoggedFence } from '../platform/fence/open.ts';
import { openWitnesses } from '../platform/fence/witnesses.ts';
import { readAllowList } from '../platform/guard/allow.ts';
import { openLog } from '../platform/http/log.ts';
import { openMetrics } from '../platform/http/metrics.ts';
import { openRateLimiter } from '../platform/http/rate-limit.ts';
import { serve } from '../platform/http/serve.ts';
import { openMail } from '../platform/mail/mail.ts';
import { startTracing } from '../platform/trace/trace.ts';
import { buildPortal } from '../surfaces/portal/app.ts';

const withParent = endWithParent();
const config = orExplain(() => readPortalConfig());
const onError = (err: unknown) => log.error({ err }, 'a background task failed');
await startTracing(config.traces, { process: 'portal', onError });
const log = openLog({ level: config.logLevel, process: 'portal' });

const registry = config.metrics && openMetrics();
const exports = openExports(config, systemClock);
const witnesses = openWitnesses();
const pools = {
  'cardwright-portal-api': config.databaseConnections,
  'cardwright-portal-api-probe': 1,
  'cardwright-portal': config.databaseConnections,
  'cardwright-people': 2 * PEOPLE_CONNECTIONS,
  ...watchers(config.databaseUrl, config.signInDatabaseUrl),
};
const fence = await orExplainLater(
  openLoggedFence(
    { url: config.databaseUrl, pools, store: exports, witnesses, countMissing, clock: systemClock, onError },
    { log, registry },
  ),
);
const pool = { connections: config.databaseConnections, gate: fence, onError };
const db = openDb({ ...pool, url: config.databaseUrl, name: 'cardwright-portal-api' });
const own = openDb({ ...pool, url: config.signInDatabaseUrl, name: 'cardwright-portal' });
const mail = openMail({ url: config.smtpUrl, from: config.mailFrom, onError });
const people = openPeople({
  url: config.signInDatabaseUrl,
  schema: 'people',
  basePath: '/portal/auth',
  publicUrl: config.publicUrl,
  secrets: config.authSecrets,
  signUp: true,
  companiesOf: async (userId) => (await listCompaniesOf(own, userId)).map(({ name }) => name),
  mail,
  clock: systemClock,
  onError,
});
const limiter = openRateLimiter({ limits: config.rateLimits, redisUrl: config.redisUrl, onError });
const app = await buildPortal({
  ...config,
  exports,
  fence,
  witnesses,
  db,
  own,
  people,
  mail,
  clock: systemClock,
  limiter,
  log,
  registry,
  allow: readAllowList(config.webhookAllow),
});
await serve({
  app,
  config,
  registry,
  withParent,
  log,
  onError,
  async close() {
    await limiter.close();
    await mail.close();
    await people.close();
    await own.close();
    await db.close();
    await fence.stop();
  },
});
