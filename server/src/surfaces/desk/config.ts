// The configuration of the operators' desk, from its settings.
import { type SealingKeys, type ServingConfig, toServingConfig } from '../../foundation/config.ts';
import { type Environment, readSettings } from '../../foundation/configuration/read.ts';
import { listeningOrigin } from '../../foundation/configuration/rules.ts';
import type { SignInConfig } from '../../foundation/portal-config.ts';

export type DeskConfig = ServingConfig &
  SignInConfig & {
    /** Undefined if unset: requests that need the secrets of webhooks are refused. */
    sealingKeys: SealingKeys | undefined;
  };

/** Reads the desk's settings, or throws an error that lists every missing or invalid one and its expected form. */
export function readDeskConfig(env?: Environment): DeskConfig {
  const values = readSettings('desk', env);
  return {
    ...toServingConfig(values, values.CARDWRIGHT_ADMIN_DATABASE_URL),
    signInDatabaseUrl: values.CARDWRIGHT_DESK_DATABASE_URL,
    publicUrl: values.CARDWRIGHT_DESK_URL ?? listeningOrigin(values),
    authSecrets: values.CARDWRIGHT_AUTH_SECRET,
    smtpUrl: values.CARDWRIGHT_SMTP_URL,
    mailFrom: values.CARDWRIGHT_MAIL_FROM,
    pages: values.CARDWRIGHT_DESK_PAGES,
    cell: values.CARDWRIGHT_CELL,
    documentKeys: values.CARDWRIGHT_DOCUMENT_KEYS,
    sealingKeys: values.CARDWRIGHT_WEBHOOK_KEYS,
  };
}
