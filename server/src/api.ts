// Process: the HTTP API.
import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { needSealingKeys, readConfig } from './config.ts';
import { armCrashPoint } from './crash-points.ts';
import { openDb } from './db/db.ts';
import { readAllowList } from './guard/allow.ts';
import { openLog } from './http/log.ts';
import { openMetrics, serveMetrics } from './http/metrics.ts';
import { openRateLimiter } from './http/rate-limit.ts';
import { keyVerifier } from './keys/verify.ts';
import { endWithParent, orExplain } from './process.ts';
import { openPokeSender } from './queue/send.ts';

/** Requests in flight get this long to finish when the process is told to stop. */
const GRACE_MS = 10_000;

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
const metrics = config.metrics && registry && (await serveMetrics(config.metrics, { registry, onError }));

const stopping = closeWithGrace({ delay: GRACE_MS, logger: false }, async ({ err }) => {
  if (err) log.fatal({ err }, 'the process ends on an error');
  await app.close();
  await metrics?.close();
  await keys.close();
  await limiter.close();
  await pokes.close();
  await db.close();
});
withParent.by(() => stopping.close());

const address = await app.listen({ host: config.host, port: config.port });
log.info({ address }, 'ready');
process.send?.('ready');
