// Where heads, audit entries and marks are exported to: a directory, or a bucket of an object store.
import { ConfigError, readOrigin, required } from './settings.ts';

/** A bucket that is reached by the S3 protocol. */
export type BucketSettings = {
  /** Scheme, host and port of the store. */
  origin: string;
  bucket: string;
  /** Before every name of an object; empty, or ends in a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** How long the store refuses to delete what it was given, where it has object lock. */
  retentionDays: number;
};

export type ExportConfig = {
  /** Export directory for heads, audit entries and marks. */
  sealsDirectory: string | undefined;
  /** The same in an object store. Without either, lines wait in the database, and there are no marks. */
  sealsBucket: BucketSettings | undefined;
};

/** Seven years, the longest that tax and company law commonly ask for. */
const RETENTION_DAYS = 2_557;

const NAME = 'CARDWRIGHT_SEALS_BUCKET';
const EXAMPLE = 'https://s3.eu-central-1.amazonaws.com/cardwright-seals/cell-00';

/** Reads where to export, or throws an error that names the invalid setting. */
export function readExportConfig(env: NodeJS.ProcessEnv): ExportConfig {
  const sealsDirectory = env['CARDWRIGHT_SEALS_DIRECTORY'] || undefined;
  const sealsBucket = env[NAME] ? readBucket(env, env[NAME]) : undefined;
  if (sealsDirectory !== undefined && sealsBucket !== undefined) {
    throw new ConfigError(`Set either CARDWRIGHT_SEALS_DIRECTORY or ${NAME}: there is one newest mark`);
  }
  return { sealsDirectory, sealsBucket };
}

function readBucket(env: NodeJS.ProcessEnv, text: string): BucketSettings {
  const url = URL.parse(text);
  const [, bucket = '', prefix = ''] =
    /^\/([a-z0-9.-]{3,63})(?:\/([\w.=-]+(?:\/[\w.=-]+)*))?\/?$/.exec(url?.pathname ?? '') ?? [];
  if (url === null || bucket === '' || url.search !== '' || url.username !== '') {
    throw new ConfigError(`${NAME} must be the address of a bucket, such as ${EXAMPLE}`);
  }
  const key = required(env, `${NAME}_KEY`, '<access key id>:<secret access key>');
  const [, accessKeyId = '', secretAccessKey = ''] = /^([^:\s]+):(\S+)$/.exec(key) ?? [];
  if (accessKeyId === '') throw new ConfigError(`${NAME}_KEY must look like <access key id>:<secret access key>`);
  const days = env[`${NAME}_RETENTION_DAYS`] ?? String(RETENTION_DAYS);
  if (!/^[1-9]\d{0,4}$/.test(days)) throw new ConfigError(`${NAME}_RETENTION_DAYS must be from 1 to 99999`);
  return {
    origin: readOrigin(NAME, url.origin),
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: env[`${NAME}_REGION`] || 'us-east-1',
    accessKeyId,
    secretAccessKey,
    retentionDays: Number(days),
  };
}
