// Webhook addresses that the operator allows although they are not public or not encrypted: receivers of developers and
// tests. Only this setting can add one; by default there is none.
import { EVERY_PORT, readHosts } from '../../foundation/configuration/places.ts';

/** The allowed addresses, each an exact host with a port or with every port. */
export type AllowList = { has(url: URL): boolean };

/** Reads `host:port,host:*`; any other text is a configuration error and allows nothing. */
export function readAllowList(text: string): AllowList {
  const allowed = new Set(readHosts(text));
  return { has: (url) => allowed.has(addressOf(url)) || allowed.has(`${url.hostname}:${EVERY_PORT}`) };
}

function addressOf({ protocol, hostname, port }: URL): string {
  const standardPort = protocol === 'https:' ? '443' : '80';
  return `${hostname}:${port || standardPort}`;
}
