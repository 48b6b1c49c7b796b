// Process: the portal for companies' people.
import { systemClock } from '../foundation/clock.ts';
import { needSealingKeys } from '../foundation/config.ts';
import { readPortalConfig } from '../foundation/portal-config.ts';
import { endWithParent, orExplain } from '../foundation/process.ts';
import { listCompaniesOf } from '../identity/members/sql.ts';
import { openPeople } from '../identity/people/auth.ts';
import { openExports } from '../ledger/seals/open-exports.ts';
import { openDb } from '../platform/db/db.ts';
import { readAllowList } from '../platform/guard/allow.ts';
import { openLog } from '../platform/http/log.ts';
import { openMetrics } from '../platform/http/metrics.ts';
import { openRateLimiter } from '../platform/http/rate-limit.ts';
import { serve } from '../platform/http/serve.ts';
import { openMail } from '../platform/mail/mail.ts';
import { buildPortal } from '../surfaces/portal/app.ts';

const withParent = endWithParent();
const config = orExplain(() => readPortalConfig(process.env));
const sealingKeys = orExplain(() => needSealingKeys(config));
const allow = orExplain(() => readAllowList(config.webhookAllow));
const log = openLog({ level: config.logLevel, process: 'portal' });
const onError = (err: unknown) => log.error({ err }, 'a background task failed');

const pool = { connections: config.databaseConnections, onError };
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
const registry = config.metrics && openMetrics();
const app = await buildPortal({
  ...config,
  exports: openExports(config, systemClock),
  db,
  own,
  people,
  mail,
  clock: systemClock,
  limiter,
  log,
  registry,
  sealingKeys,
  allow,
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
  },
});
