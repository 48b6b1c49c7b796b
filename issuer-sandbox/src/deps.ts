// The dependencies of the issuer's routes.
import type { Db } from '@cardwright/server/platform/db/db.ts';
import type { Logger } from 'pino';
import type { Hanging } from './answers.ts';
import type { NotificationKey, RequestKeys } from './config.ts';
import type { Deliverer } from './notifications.ts';
import type { Recorder } from './record.ts';

export type IssuerDeps = {
  db: Db;
  requestKeys: RequestKeys;
  notificationKey: NotificationKey;
  /** Origins that may show a reveal in a frame. */
  frameAncestors: readonly string[];
  /** The base of the addresses that people open, without a slash at its end. */
  publicUrl: () => string;
  deliverer: Deliverer;
  record: Recorder;
  /** Connections that a scenario leaves without an answer. */
  hanging: Hanging;
  log: Logger;
};
