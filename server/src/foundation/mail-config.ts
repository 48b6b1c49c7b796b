// Mail settings, for processes that send mail but also work without it.
import { ConfigError, readOrigin, required } from './config.ts';

export type MailSettings = {
  url: string;
  from: string;
  portalUrl: string;
  /** Where operators sign in; without it, emails to them have no link. */
  deskUrl: string | undefined;
};

/** The mail settings; undefined without a mail server: queued mail then waits for one. */
export function readMailSettings(env: NodeJS.ProcessEnv): MailSettings | undefined {
  const url = env['CARDWRIGHT_SMTP_URL'] ?? '';
  if (url === '') return undefined;
  if (!URL.canParse(url) || !['smtp:', 'smtps:'].includes(new URL(url).protocol)) {
    throw new ConfigError('CARDWRIGHT_SMTP_URL must begin with smtp:// or smtps://');
  }
  return {
    url,
    from: required(env, 'CARDWRIGHT_MAIL_FROM', 'Cardwright <no-reply@example.com>'),
    portalUrl: readOrigin(
      'CARDWRIGHT_PORTAL_URL',
      required(env, 'CARDWRIGHT_PORTAL_URL', 'https://portal.example.com'),
    ),
    deskUrl: env['CARDWRIGHT_DESK_URL'] ? readOrigin('CARDWRIGHT_DESK_URL', env['CARDWRIGHT_DESK_URL']) : undefined,
  };
}
