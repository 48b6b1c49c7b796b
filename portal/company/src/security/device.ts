// A session's device in words. Browsers may send any text: this is only a reminder.
import { t } from '../words/t.ts';
import '../words/security.ts';

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const;

/** Browser and system, if the text names them. */
export function deviceOf(userAgent: string | null | undefined): string {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => userAgent?.includes(mark))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  if (browser === undefined || system === undefined) return browser ?? system ?? t('security.unknownDevice');
  return t('security.deviceOf', { browser, system });
}
