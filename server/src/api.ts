// Process: the HTTP API.
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { needSealingKeys, readConfig } from './config.ts';
import { armCrashPoint } from './crash-points.ts';
import { openDb } from './db/db.ts';
import { readAllowList } from './guard/allow.ts';
import { openLog } from './http/log.ts';
import { openMetrics } from './http/metrics.ts';
import { openRateLimiter } from './http/rate-limit.ts';
import { serve } from './http/serve.ts';
import { keyVerifier } from './keys/verify.ts';
import { endWithParent, orExplain } from './process.ts';
import { openPokeSender } from './queue/send.ts';

const withParent = endWithParent();
const config = orExplain(() => readConfig(process.env));
const sealingKeys = orExplain(() => needSealingKeys(config));
const allow = orExplain(() => readAllowList(config.webhookAllow));
orExplain(() => armCrashPoint('api', process.env));
const log = openLog({ level: config.logLevel, process: 'api' });
const onError = (err: unknown) => log.error({ err }, 'a background task failed');

const db = openDb({
  url: config.databaseUrl,
  name: 'cardwright-api',
  connections: config.databaseConnections,
  onError,
});
const keys = keyVerifier({ db, clock: systemClock, peppers: config.peppers, onError });
const limiter = openRateLimiter({ limits: config.rateLimits, redisUrl: config.redisUrl, onError });
const pokes = openPokeSender({ url: config.databaseUrl, onError });
const registry = config.metrics && openMetrics();
const app = await buildApp({
  ...config,
  db,
  clock: systemClock,
  keys,
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
    await keys.close();
    await limiter.close();
    await pokes.close();
    await db.close();
  },
});
