// The configuration of the processes that people sign in to, from their settings.
import { type ClientConfig, type SealingKeys, toClientConfig, type VersionedKeys } from './config.ts';
import { type Environment, readSettings } from './configuration/read.ts';
import { listeningOrigin } from './configuration/rules.ts';

/** Settings for signing people in, shared by the portal and the desk. */
export type SignInConfig = {
  /** Connects as the role of the sign-in tables. */
  signInDatabaseUrl: string;
  /** Scheme, host and port as people's browsers see them. */
  publicUrl: string;
  /** Sign cookies and links, and encrypt two-factor secrets. */
  authSecrets: VersionedKeys;
  smtpUrl: string;
  mailFrom: string;
  /** Directory of the built pages; undefined serves none. */
  pages: string | undefined;
  /** Two characters that tell a proxy which cell a key belongs to. */
  cell: string;
  /** Keys that seal verification documents. */
  documentKeys: SealingKeys;
};

export type PortalConfig = ClientConfig &
  SignInConfig & {
    /** Public address of the API; if undefined, the pages show no address. */
    apiUrl: string | undefined;
    /** The documentation site, if there is one; the pages link to it. */
    docsUrl: string | undefined;
    /** Origins of the issuers' pages that show card numbers; the portal's pages may show them in a frame. */
    revealOrigins: readonly string[];
    /** Lets anybody sign in as demo people without a password. Never enable it where others can reach the process. */
    development: boolean;
  };

/** Reads the portal's settings, or throws an error that lists every missing or invalid one and its expected form. */
export function readPortalConfig(env?: Environment): PortalConfig {
  const values = readSettings('portal', env);
  return {
    ...toClientConfig(values),
    signInDatabaseUrl: values.CARDWRIGHT_PORTAL_DATABASE_URL,
    publicUrl: values.CARDWRIGHT_PORTAL_URL ?? listeningOrigin(values),
    authSecrets: values.CARDWRIGHT_AUTH_SECRET,
    smtpUrl: values.CARDWRIGHT_SMTP_URL,
    mailFrom: values.CARDWRIGHT_MAIL_FROM,
    pages: values.CARDWRIGHT_PORTAL_PAGES,
    cell: values.CARDWRIGHT_CELL,
    documentKeys: values.CARDWRIGHT_DOCUMENT_KEYS,
    apiUrl: values.CARDWRIGHT_PUBLIC_URL,
    docsUrl: values.CARDWRIGHT_DOCS_URL,
    revealOrigins: values.CARDWRIGHT_REVEAL_ORIGINS ?? [],
    development: values.CARDWRIGHT_PORTAL_DEVELOPMENT,
  };
}
