// Process: the HTTP API.

import { systemClock } from '../foundation/clock.ts';
import { readConfig } from '../foundation/config.ts';
import { armCrashPoint } from '../foundation/crash-points.ts';
import { endWithParent, orExplain, orExplainLater } from '../foundation/process.ts';
import { keyVerifier } from '../identity/keys/verify.ts';
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
import { startTracing } from '../platform/trace/trace.ts';
import { buildApp } from '../surfaces/api/app.ts';

const withParent = endWithParent();
const config = orExplain(() => readConfig());
armCrashPoint('api', config.crash);
const onError = (err: unknown) => log.error({ err }, 'a background task failed');
await startTracing(config.traces, { process: 'api', onError });
const log = openLog({ level: config.logLevel, process: 'api' });

const registry = config.metrics && openMetrics();
const witnesses = openWitnesses();
const pools = {
  'cardwright-api': config.databaseConnections,
  'cardwright-api-probe': 1,
  ...watchers(config.databaseUrl),
};
const fence = await orExplainLater(
  openLoggedFence(
    {
      url: config.databaseUrl,
      pools,
      store: openExports(config, systemClock),
      witnesses,
      countMissing,
      clock: systemClock,
      onError,
    },
    { log, registry },
  ),
);
const db = openDb({
  gate: fence,
  url: config.databaseUrl,
  name: 'cardwright-api',
  connections: config.databaseConnections,
  onError,
});
const keys = keyVerifier({ db, clock: systemClock, peppers: config.peppers, onError });
const limiter = openRateLimiter({ limits: config.rateLimits, redisUrl: config.redisUrl, onError });
const app = await buildApp({
  ...config,
  db,
  fence,
  witnesses,
  clock: systemClock,
  keys,
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
    await keys.close();
    await limiter.close();
    await db.close();
    await fence.stop();
  },
});
