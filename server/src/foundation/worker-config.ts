// The configuration of the worker, from its settings.

import { type Issuers, type ProcessConfig, type SealingKeys, toCrash, toIssuers, toProcessConfig } from './config.ts';
import { type Environment, readSettings } from './configuration/read.ts';
import type { CrashSettings } from './crash-points.ts';

type MailSettings = {
  url: string;
  from: string;
  portalUrl: string;
  /** Where operators sign in; without it, emails to them have no link. */
  deskUrl: string | undefined;
};

/** Days after which finished rows are deleted. */
export type Retain = {
  eventsDays: number;
  notificationBodiesDays: number;
  emailsDays: number;
  invitationsDays: number;
};

export type WorkerConfig = ProcessConfig & {
  databaseUrl: string;
  issuers: Issuers;
  /** Issuer records that a worker reads per second to compare them with ours. */
  reconcileReadsPerSecond: number;
  sealingKeys: SealingKeys;
  /** Undefined without a mail server: queued mail then waits for one. */
  mail: MailSettings | undefined;
  /** While this file exists, a worker claims and sends nothing. Without a path, no file stops it. */
  stopFile: string | undefined;
  /** How long rows that only grow are kept. */
  retain: Retain;
  crash: CrashSettings;
};

/** Reads the worker's settings, or throws an error that lists every missing or invalid one and its expected form. */
export function readWorkerConfig(env?: Environment): WorkerConfig {
  const values = readSettings('worker', env);
  const { CARDWRIGHT_SMTP_URL: url, CARDWRIGHT_MAIL_FROM: from, CARDWRIGHT_PORTAL_URL: portalUrl } = values;
  return {
    ...toProcessConfig(values),
    databaseUrl: values.CARDWRIGHT_DATABASE_URL,
    issuers: toIssuers(values),
    reconcileReadsPerSecond: values.CARDWRIGHT_RECONCILE_READS_PER_SECOND,
    sealingKeys: values.CARDWRIGHT_WEBHOOK_KEYS,
    mail: url && from && portalUrl ? { url, from, portalUrl, deskUrl: values.CARDWRIGHT_DESK_URL } : undefined,
    stopFile: values.CARDWRIGHT_STOP_FILE,
    retain: {
      eventsDays: values.CARDWRIGHT_RETAIN_EVENTS_DAYS,
      notificationBodiesDays: values.CARDWRIGHT_RETAIN_NOTIFICATION_BODIES_DAYS,
      emailsDays: values.CARDWRIGHT_RETAIN_EMAILS_DAYS,
      invitationsDays: values.CARDWRIGHT_RETAIN_INVITATIONS_DAYS,
    },
    crash: toCrash(values),
  };
}
