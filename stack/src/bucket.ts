// An object store for tests and proofs: a real S3 server on this machine.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { freePort, localUrl } from './ports.ts';

export type StartedBucket = {
  /** Settings of a process that exports into it. */
  settings: Record<string, string>;
  stop(): Promise<void>;
};

const BUCKET = 'cardwright-seals';

/** Starts a store with one empty bucket. Its directory is removed when it stops. */
export async function startBucket(prefix = 'cell-00'): Promise<StartedBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'cardwright-bucket-'));
  const port = await freePort();
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  await server.run();
  return {
    settings: {
      CARDWRIGHT_SEALS_DIRECTORY: '',
      CARDWRIGHT_SEALS_BUCKET: `${localUrl(port)}/${BUCKET}/${prefix}`,
      CARDWRIGHT_SEALS_BUCKET_KEY: 'S3RVER:S3RVER',
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
