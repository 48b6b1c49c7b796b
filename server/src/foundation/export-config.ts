// Where heads, audit entries and marks are exported to: a directory, or a bucket of an object store.
import type { BucketAddress } from './configuration/places.ts';
import { type Environment, readSettings } from './configuration/read.ts';
import type { Values } from './configuration/settings.ts';

/** A bucket that is reached by the S3 protocol. */
export type BucketSettings = BucketAddress & {
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

/** Reads where to export as an operator's command does, or throws an error that names the invalid setting. */
export const readExportConfig = (env?: Environment): ExportConfig => toExportConfig(readSettings('admin', env));

/** Where to export. */
export function toExportConfig(
  values: Values<
    | 'CARDWRIGHT_SEALS_DIRECTORY'
    | 'CARDWRIGHT_SEALS_BUCKET'
    | 'CARDWRIGHT_SEALS_BUCKET_KEY'
    | 'CARDWRIGHT_SEALS_BUCKET_REGION'
    | 'CARDWRIGHT_SEALS_BUCKET_RETENTION_DAYS'
  >,
): ExportConfig {
  const address = values.CARDWRIGHT_SEALS_BUCKET;
  const key = values.CARDWRIGHT_SEALS_BUCKET_KEY;
  const sealsBucket = address &&
    key && {
      ...address,
      region: values.CARDWRIGHT_SEALS_BUCKET_REGION,
      accessKeyId: key.id,
      secretAccessKey: key.secret,
      retentionDays: values.CARDWRIGHT_SEALS_BUCKET_RETENTION_DAYS,
    };
  return { sealsDirectory: values.CARDWRIGHT_SEALS_DIRECTORY, sealsBucket };
}
