// The library's sign-in secrets: a set for each schema, and cookies that survive a rotation.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { VersionedKeys } from '../../foundation/config.ts';

/** Secrets of one schema by version, the current one first, in the library's format. */
export type DerivedSecrets = readonly [{ version: number; value: string }, ...{ version: number; value: string }[]];

/** The secrets of a schema: signatures of one schema are invalid in the other. */
export function derivedSecrets(options: { secrets: VersionedKeys; schema: 'people' | 'desk' }): DerivedSecrets {
  const { current, byVersion } = options.secrets;
  const valueOf = (key: Buffer | undefined) =>
    createHmac('sha256', key?.toString('hex') ?? '')
      .update(`sign-in ${options.schema}`)
      .digest('hex');
  const others = [...byVersion].filter(([version]) => version !== current);
  return [
    { version: current, value: valueOf(byVersion.get(current)) },
    ...others.map(([version, key]) => ({ version, value: valueOf(key) })),
  ];
}

/** Data encrypted before secrets had versions names none. */
const UNVERSIONED = 1;

/** The library's settings for these secrets. */
export function settingsOf(secrets: DerivedSecrets) {
  const legacy = secrets.find(({ version }) => version === UNVERSIONED) ?? secrets[0];
  return { secrets: [...secrets], secret: legacy.value };
}

/** The library's encryption key, for rows that we read ourselves. */
export function encryptionKeyOf(options: { secrets: VersionedKeys; schema: 'people' | 'desk' }) {
  const { secrets, secret } = settingsOf(derivedSecrets(options));
  const keys = new Map(secrets.map(({ version, value }) => [version, value]));
  return { keys, currentVersion: options.secrets.current, legacySecret: secret };
}

/** A signed cookie: its value, a dot, and the base64 of an HMAC-SHA-256. */
const signed = /^(.+)\.([A-Za-z0-9+/]{43}=)$/;

/**
 * Signs cookies of older secret versions again. The library verifies with the current secret only, so a rotation would
 * otherwise sign everybody out.
 */
export function openResigner([current, ...others]: DerivedSecrets): (cookies: string) => string {
  const resigned = (text: string): string | undefined => {
    const [, value = '', signature = ''] = signed.exec(decoded(text)) ?? [];
    const isBy = ({ value: secret }: { value: string }) =>
      timingSafeEqual(Buffer.from(signatureOf(secret, value)), Buffer.from(signature));
    if (signature === '' || isBy(current) || !others.some(isBy)) return undefined;
    return encodeURIComponent(`${value}.${signatureOf(current.value, value)}`);
  };
  return (cookies) =>
    cookies
      .split(';')
      .map((cookie) => {
        const [name = '', text = ''] = cookie.split(/=(.*)/s);
        const again = resigned(text);
        return again === undefined ? cookie : `${name}=${again}`;
      })
      .join(';');
}

const signatureOf = (secret: string, value: string) => createHmac('sha256', secret).update(value).digest('base64');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
