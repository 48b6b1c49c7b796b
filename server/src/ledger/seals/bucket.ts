// A bucket of an object store, by the S3 protocol: store, read and list objects.
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { BucketSettings } from '../../foundation/export-config.ts';

/** A store that is slower than this counts as away. */
const TIMEOUT_MS = 5_000;

/** A store answers 500 and 503 when it is busy, and asks for a retry: every request here has the same effect twice. */
const RETRIES = 3;

/** The most keys in one answer, a limit of the protocol. */
const MOST_KEYS = 1_000;

export type Bucket = {
  /** Stores an object; where the store has object lock, nobody can delete it before that time. */
  put(key: string, body: string, lockedUntil: Date): Promise<void>;
  get(key: string): Promise<string>;
  /** Keys with a prefix in order, at most `atMost` in all. */
  list(prefix: string, atMost?: number): AsyncIterable<string[]>;
};

/** The store refused or failed. */
class BucketError extends Error {}

/** Opens a bucket. The first `put` asks whether it has object lock. */
export function openBucket(settings: BucketSettings): Bucket {
  const { origin, bucket, prefix, accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const address = `${origin}/${bucket}`;
  let hasLock: Promise<boolean> | undefined;

  const ask = async (url: string, init: { method: string; headers?: Record<string, string>; body?: string }) => {
    const sha256 = createHash('sha256')
      .update(init.body ?? '')
      .digest('hex');
    const headers = { ...init.headers, 'x-amz-content-sha256': sha256 };
    const response = await client.fetch(url, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: response.status, text: await response.text() };
  };
  const need = async (...asked: Parameters<typeof ask>): Promise<string> => {
    const { status, text } = await ask(...asked);
    if (status === 200) return text;
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? 'no code';
    throw new BucketError(`The bucket ${bucket} answered ${asked[1].method} with ${status} (${code})`);
  };
  const findLock = async (): Promise<boolean> => {
    const { status, text } = await ask(`${address}?object-lock=`, { method: 'GET' });
    if (status === 200) return text.includes('<ObjectLockEnabled>Enabled<');
    if ([400, 404, 405, 501].includes(status)) return false; // the bucket or the store has none
    throw new BucketError(`The bucket ${bucket} does not say whether it has object lock: it answered ${status}`);
  };
  return {
    async put(key, body, lockedUntil) {
      hasLock ??= findLock().catch((error: unknown) => {
        hasLock = undefined;
        throw error;
      });
      const lock = {
        'x-amz-object-lock-mode': 'COMPLIANCE', // not even the owner of the account can delete it
        'x-amz-object-lock-retain-until-date': lockedUntil.toISOString(),
      };
      const headers = {
        'content-type': 'application/x-ndjson',
        'content-md5': createHash('md5').update(body).digest('base64'), // object lock demands it
        ...((await hasLock) ? lock : {}),
      };
      await need(`${address}/${prefix}${key}`, { method: 'PUT', headers, body });
    },
    get: (key) => need(`${address}/${prefix}${key}`, { method: 'GET' }),
    async *list(within, atMost = Number.POSITIVE_INFINITY) {
      let left = atMost;
      let token: string | undefined;
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          'max-keys': String(Math.min(left, MOST_KEYS)),
          prefix: prefix + within,
          ...(token === undefined ? {} : { 'continuation-token': token }),
        });
        const text = await need(`${address}?${query.toString()}`, { method: 'GET' });
        const keys = Array.from(text.matchAll(/<Key>([^<]+)<\/Key>/g), ([, key = '']) => key.slice(prefix.length));
        left -= keys.length;
        token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1];
        yield keys;
      } while (token !== undefined && left > 0);
    },
  };
}
