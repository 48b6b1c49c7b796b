// Which webhook URLs may be registered. This checks the text only; each delivery resolves and checks the name again,
// because its addresses can change at any time.
import { isIP } from 'node:net';
import { isPublic } from './addresses.ts';
import type { AllowList } from './allow.ts';

export type CheckedUrl = { ok: true; url: URL } | { ok: false; why: string };

/** Longer than URLs in practice; proxies and servers begin to refuse above it. */
const MOST_CHARACTERS = 2_048;

/** The limit of DNS. */
const MOST_NAME_CHARACTERS = 253;

/** One label of a name; underscores are invalid in host names, but are in use. */
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Names that resolve within a machine or a network, regardless of DNS. */
const INNER_NAMES = /(^|\.)(localhost|local|internal|home\.arpa)$/;

const no = (why: string): CheckedUrl => ({ ok: false, why });

/**
 * Checks whether webhooks may go to this URL and, if not, gives the reason for the client. A host must be in its usual
 * form: obfuscated numbers, escapes and credentials are always refused, because parsers read them differently.
 */
export function checkUrl(text: string, allow: AllowList): CheckedUrl {
  if (text.length > MOST_CHARACTERS) return no(`The URL is longer than ${MOST_CHARACTERS} characters.`);
  if (!/^[\x21-\x7e]*$/.test(text)) {
    return no('The URL must be ASCII without spaces: names in their xn-- form, everything else percent-encoded.');
  }
  const [, authority = ''] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? [];
  if (authority === '' || !URL.canParse(text)) return no('The URL must look like https://host/path.');
  if (authority.includes('@')) return no('The URL must not carry credentials.');
  const url = new URL(text);
  const standardPort = url.protocol === 'https:' ? ':443' : ':80';
  if (![url.host, `${url.host}${standardPort}`].includes(authority.toLowerCase())) {
    return no(`The host must be written in its usual form: ${url.host}`);
  }
  if (url.port === '0') return no('The URL names port 0.');
  if (allow.has(url)) return { ok: true, url };
  if (url.protocol !== 'https:') return no('The URL must begin with https://.');
  const why = whyNotPublic(hostOf(url));
  return why === undefined ? { ok: true, url } : no(why);
}

/** The host of a URL for DNS and sockets: an IPv6 address without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function whyNotPublic(host: string): string | undefined {
  if (isIP(host) !== 0) return isPublic(host) ? undefined : 'The host is not a public address.';
  const labels = host.split('.');
  const isName = host.length <= MOST_NAME_CHARACTERS && labels.every((label) => LABEL.test(label));
  if (!isName) return 'The host is not a name of the Internet.';
  if (labels.length < 2 || INNER_NAMES.test(host)) return 'The host is a name within a machine or a network.';
  return undefined;
}
