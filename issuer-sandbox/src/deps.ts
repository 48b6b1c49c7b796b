// The dependencies of the issuer's routes.
import type { Db } from '@cardwright/server/platform/db/db.ts';
import type { Logger } from 'pino';
import type { Hanging } from './answers.ts';
import type { RequestKeys } from './config.ts';
import type { Deliverer } from './notifications.ts';
import type { Recorder } from './record.ts';

export type IssuerDeps = {
  db: Db;
  requestKeys: RequestKeys;
  deliverer: Deliverer;
  record: Recorder;
  /** Connections that a scenario leaves without an answer. */
  hanging: Hanging;
  log: Logger;
};
