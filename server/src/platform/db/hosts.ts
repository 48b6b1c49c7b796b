// Database URLs with several hosts, in libpq's form: postgres://user@a:5432,b:5432/name?target_session_attrs=read-write

export type Host = { host: string; port: number };

/** A URL taken apart. `urlOf` is the same URL for one of the hosts, in the form that every driver reads. */
export type ParsedUrl = { hosts: Host[]; urlOf(host: Host): string };

const DEFAULT_PORT = 5432;

/**
 * What may be asked of a server. We read and write on the primary only, so both mean that. A role that may only read
 * (`cardwright_reader`) needs the primary too: a standby may lack the last commits.
 */
const ATTRIBUTES = ['read-write', 'primary'];

/** Takes a URL apart. A URL with one host gives one, with none it gives none. */
export function parseHosts(url: string): ParsedUrl {
  const [, before = '', list = '', after = ''] = /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  const [path = '', query = ''] = after.split('?', 2);
  const parameters = new URLSearchParams(query);
  const asked = parameters.get('target_session_attrs');
  if (asked !== null && !ATTRIBUTES.includes(asked)) {
    throw new Error(`target_session_attrs must be ${ATTRIBUTES.join(' or ')}; it is "${asked}"`);
  }
  parameters.delete('target_session_attrs'); // drivers would send it to the server
  const rest = parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
  return {
    hosts: list === '' ? [] : list.split(',').map(toHost),
    urlOf: ({ host, port }) => `${before}${host.includes(':') ? `[${host}]` : host}:${port}${rest}`,
  };
}

function toHost(text: string): Host {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? '';
  if (host === '') throw new Error('a database URL with several hosts has an empty or malformed one');
  return { host, port: port === undefined ? DEFAULT_PORT : Number(port) };
}
