// The kinds of settings: what a valid text looks like, and the value that it stands for.
import { isIP, isIPv4 } from 'node:net';
import { isAbsolute } from 'node:path';
import { Type } from 'typebox';
import { ConfigError, type Kind } from './declare.ts';

/** Fewer digits than a number can lose. */
const WHOLE_NUMBER = /^\d{1,9}$/;

const HIGHEST_NUMBER = 999_999_999;
const HIGHEST_PORT = 65_535;

/** Any text without line breaks. */
export const text = (example: string): Kind<string> => ({
  type: Type.String({ pattern: '^[^\\r\\n]+$' }),
  must: 'be one line of text',
  to: (given) => given,
  example,
});

/** A text of a form; `must` describes it. */
export const matching = (pattern: RegExp, must: string, example: string): Kind<string> => ({
  type: Type.String({ pattern: pattern.source }),
  must,
  to: (given) => given,
  example,
});

/** A whole number within inclusive bounds. */
export const wholeNumber = ({ from = 0, to = HIGHEST_NUMBER }: { from?: number; to?: number } = {}): Kind<number> => ({
  type: Type.Integer({ minimum: from, maximum: to }),
  must: `be a whole number from ${from} to ${to}`,
  to: (given) => (WHOLE_NUMBER.test(given) ? Number(given) : Number.NaN),
  example: String(from),
});

/** A share of one, with at most six decimals. */
export const ratio: Kind<number> = {
  type: Type.Number({ minimum: 0, maximum: 1 }),
  must: 'be a number from 0 to 1',
  to: (given) => (/^[01](\.\d{1,6})?$/.test(given) ? Number(given) : Number.NaN),
  example: '0.1',
};

/** A TCP port; 0 is any free one. */
export const port: Kind<number> = { ...wholeNumber({ to: HIGHEST_PORT }), example: '3000' };

/** One of a few words. */
export const oneOf = <const Word extends string>(words: readonly Word[]): Kind<Word> => ({
  type: Type.Union(words.map((word) => Type.Literal(word))),
  must: `be one of ${words.join(', ')}`,
  to: (given) => given as Word,
  example: words[0] ?? '',
});

/** 1 turns it on. */
export const flag: Kind<boolean> = {
  type: Type.Union([Type.Literal('0'), Type.Literal('1')]),
  must: 'be 1, or 0 for off',
  to: (given) => given === '1',
  example: '1',
};

/** An absolute path: the working directory of a process may differ from an operator's. */
export const absolutePath = (example: string): Kind<string> => ({
  ...text(example),
  must: 'be an absolute path',
  to: (given) => (isAbsolute(given) ? given : wrong('must be an absolute path')),
});

/** The address of a database, or of several servers in libpq's form. */
export const databaseUrl = (role: string): Kind<string> =>
  matching(/^postgres(ql)?:\/\/./, 'begin with postgres://', `postgres://${role}:…@host:5432/cardwright`);

/** The address of a mail server. */
export const smtpUrl: Kind<string> = {
  ...matching(/^smtps?:\/\/./, 'begin with smtp:// or smtps://', 'smtp://user:password@host:587'),
  to: (given) => (URL.canParse(given) ? given : wrong('must begin with smtp:// or smtps://')),
};

/** Scheme, host and port of an address that must be encrypted, except within a machine. */
export const origin = (example: string): Kind<string> => ({
  ...text(example),
  must: 'be a URL of scheme, host and port, with https:// except on this machine',
  to: (given) => readOrigin(given),
});

/** The same, encrypted or not. */
export const anyOrigin = (example: string): Kind<string> => ({
  ...text(example),
  must: 'be a URL of scheme, host and port',
  to: (given) => parseOrigin(given).origin,
});

/** An encrypted address that may have a path, as a gateway gives it. */
export const address = (example: string): Kind<string> => ({
  ...text(example),
  must: 'be a URL, with https:// except on this machine',
  to: (given) => {
    if (!/^https?:/.test(given) || !URL.canParse(given)) return wrong('must be a URL');
    refuseUnencrypted(new URL(given));
    return given;
  },
});

/** Values with a separator between them. */
export const listOf = <Value>(
  each: Kind<Value>,
  { separator = ',', must = `be a list, with commas between, of which each must ${each.must}` } = {},
): Kind<readonly Value[]> => ({
  type: Type.String(),
  must,
  to: (given) => partsOf(given, separator).map(each.to),
  example: each.example,
});

/** The parts of a list that are not empty. */
export const partsOf = (given: string, separator = ','): string[] =>
  given.split(separator).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

/** Ranges that the HTTP server knows by name. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** An address of a proxy, a range of them as 10.0.0.0/8, or a named range. */
export const proxy: Kind<string> = {
  ...text('10.0.0.0/8'),
  must: 'be an IP address, a range such as 10.0.0.0/8, or loopback',
  to: (given) => {
    const [, ip = '', bits = '0'] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(given) ?? [];
    const isRange = isIP(ip) !== 0 && Number(bits) <= (isIPv4(ip) ? 32 : 128);
    if (isRange || NAMED_RANGES.includes(given)) return given;
    return wrong(`must list addresses, ranges such as 10.0.0.0/8, or loopback; "${given}" is none`);
  },
};

/** Refuses an unencrypted address, except within a machine. */
function refuseUnencrypted({ protocol, hostname }: URL): void {
  if (protocol === 'https:' || isLoopback(hostname)) return;
  wrong('must begin with https://, except on this machine: it carries secrets');
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));

/** Scheme, host and port of an address that must be encrypted, except within a machine. */
export function readOrigin(given: string): string {
  const url = parseOrigin(given);
  refuseUnencrypted(url);
  return url.origin;
}

function parseOrigin(given: string): URL {
  const url = URL.parse(given);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.href !== `${url.origin}/`) {
    return wrong('must be a URL without path, query or credentials, such as https://host:port');
  }
  return url;
}

/** Refuses a text; the words follow the name of the setting. */
export function wrong(words: string): never {
  throw new ConfigError(words);
}
