// Process: the portal for companies' people.
import { systemClock } from './clock.ts';
import { needSealingKeys } from './config.ts';
import { openDb } from './db/db.ts';
import { readAllowList } from './guard/allow.ts';
import { openLog } from './http/log.ts';
import { openMetrics } from './http/metrics.ts';
import { openRateLimiter } from './http/rate-limit.ts';
import { serve } from './http/serve.ts';
import { openPeople } from './people/auth.ts';
import { openMail } from './people/mail.ts';
import { buildPortal } from './portal-app.ts';
import { readPortalConfig } from './portal-config.ts';
import { endWithParent, orExplain } from './process.ts';
import { openPokeSender } from './queue/send.ts';

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
  secret: config.authSecret,
  signUp: true,
  mail,
  clock: systemClock,
  onError,
});
const limiter = openRateLimiter({ limits: config.rateLimits, redisUrl: config.redisUrl, onError });
const pokes = openPokeSender({ url: config.databaseUrl, onError });
const registry = config.metrics && openMetrics();
const app = await buildPortal({
  ...config,
  db,
  own,
  people,
  mail,
  clock: systemClock,
  limiter,
  pokes,
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
    await pokes.close();
    await mail.close();
    await people.close();
    await own.close();
    await db.close();
  },
});
