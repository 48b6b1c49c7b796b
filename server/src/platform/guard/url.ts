// What may be registered as the URL of a webhook. This looks at the words only; where a name leads is looked at anew
// for every delivery, because that can change at any time.
import { isIP } from 'node:net';
import { isPublic } from './addresses.ts';
import type { AllowList } from './allow.ts';

export type CheckedUrl = { ok: true; url: URL } | { ok: false; why: string };

/** More than any URL that people use; proxies and servers begin to refuse above it. */
const MOST_CHARACTERS = 2_048;

/** What DNS can carry. */
const MOST_NAME_CHARACTERS = 253;

/** One part of a name; the underscore is no letter of host names, but people have it. */
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Names that are looked up within a machine or a network, whatever DNS says. */
const INNER_NAMES = /(^|\.)(localhost|local|internal|home\.arpa)$/;

const no = (why: string): CheckedUrl => ({ ok: false, why });

/**
 * Says whether webhooks may go to this URL, and if not, why, in words for whoever gave it. A host must be written as it
 * is meant: numbers in disguise, escapes and credentials, with which one reader sees another host than the next, are
 * refused whatever they stand for.
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

/** The host of a URL as DNS and sockets know it: an IPv6 address without its brackets. */
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
