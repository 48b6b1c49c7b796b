// Rate limits per company and environment, shared by its keys. Counted in Redis if configured, so that every process
// sees the same count; otherwise, or while Redis is unreachable, in this process.
import { Redis } from 'iovalkey';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller } from '../../foundation/caller.ts';
import type { RateLimits } from '../../foundation/config.ts';
import { refuse } from '../../foundation/refusals/refusals.ts';
import type { LimitClass } from './access.ts';

/**
 * A limit of N a second is counted as N x w in windows of w seconds: exactly N a second over time, bursts of up to N x
 * w within a window, and up to twice that across two windows. Two seconds give a burst of twice the rate. Statements
 * cost more and come in bunches, so their window is longer. So is that of failed authentications: a person with a wrong
 * key makes a few in a row.
 */
const WINDOW_SECONDS = { reads: 2, writes: 2, statements: 10, failures: 5 } as const;

/** Timeout for Redis; after it, a process counts for itself. */
const REDIS_TIMEOUT_MS = 200;

export type RateLimiter = {
  /** Counts a request and returns the headers with the remaining quota, or refuses. */
  count(caller: Caller, limit: LimitClass): Promise<Record<string, string>>;
  /** Counts a failed authentication of an address, or refuses with 429 in place of 401. */
  countFailedAuthentication(address: string): Promise<void>;
  close(): Promise<void>;
};

/** Opens the limiter. */
export function openRateLimiter(options: {
  limits: RateLimits;
  redisUrl: string | undefined;
  onError: (error: unknown) => void;
}): RateLimiter {
  const redis = options.redisUrl === undefined ? undefined : connect(options.redisUrl, options.onError);
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>();

  /** One limiter per class and rate: most companies share the default. */
  const limiterOf = (name: keyof typeof WINDOW_SECONDS, perSecond: number) => {
    const id = `${name}:${perSecond}`;
    let limiter = limiters.get(id);
    if (limiter === undefined) {
      const window = WINDOW_SECONDS[name];
      const settings = { keyPrefix: `cardwright:${name}`, points: perSecond * window, duration: window };
      const local = new RateLimiterMemory(settings);
      limiter =
        redis === undefined
          ? local
          : new RateLimiterRedis({ ...settings, storeClient: redis, insuranceLimiter: local });
      limiters.set(id, limiter);
    }
    return limiter;
  };

  return {
    async count(caller, limit) {
      const limiter = limiterOf(limit, rateOf(caller, limit, options.limits));
      const { companyId, environment } = caller.scope;
      const policy = `"${limit}";q=${limiter.points};w=${limiter.duration}`;
      const left = await consume(limiter, `${companyId}:${environment}`);
      const headers = {
        'ratelimit-policy': policy,
        ratelimit: `"${limit}";r=${Math.max(0, left.remainingPoints)};t=${secondsOf(left)}`,
      };
      if (left.refused) refuse('rate_limited', { retryAfter: secondsOf(left), headers });
      return headers;
    },
    async countFailedAuthentication(address) {
      const limiter = limiterOf('failures', options.limits.authenticationFailuresPerSecond);
      const left = await consume(limiter, address);
      if (left.refused) refuse('rate_limited', { retryAfter: secondsOf(left) });
    },
    async close() {
      redis?.disconnect();
    },
  };
}

type Left = { remainingPoints: number; msBeforeNext: number; refused: boolean };

async function consume(limiter: RateLimiterMemory | RateLimiterRedis, key: string): Promise<Left> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key);
    return { remainingPoints, msBeforeNext, refused: false };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { remainingPoints: refusal.remainingPoints, msBeforeNext: refusal.msBeforeNext, refused: true };
  }
}

/** Whole seconds, rounded up, so that a client that waits as told is not refused again. */
const secondsOf = (left: Left) => Math.max(1, Math.ceil(left.msBeforeNext / 1_000));

function rateOf({ key }: Caller, limit: LimitClass, limits: RateLimits): number {
  switch (limit) {
    case 'reads':
      return key.reads_per_second ?? limits.readsPerSecond;
    case 'writes':
      return key.writes_per_second ?? limits.writesPerSecond;
    case 'statements':
      return key.statements_per_second ?? limits.statementsPerSecond;
  }
}

function connect(url: string, onError: (error: unknown) => void): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    commandTimeout: REDIS_TIMEOUT_MS,
    connectTimeout: 1_000,
  });
  redis.on('error', onError);
  return redis;
}
