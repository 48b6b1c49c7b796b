// Webhook addresses that the operator allows although they are not public or not encrypted: receivers of developers and
// tests. Only this setting can add one; by default there is none.
import { ConfigError } from '../../foundation/config.ts';

/** The allowed addresses, each an exact host with a port or with every port. */
export type AllowList = { has(url: URL): boolean };

const HIGHEST_PORT = 65_535;

/** Tests listen on any free port. */
const EVERY_PORT = '*';

/** Reads `host:port,host:*`; any other text is a configuration error and allows nothing. */
export function readAllowList(text: string): AllowList {
  const parts = text.split(',').map((part) => part.trim());
  const allowed = new Set(parts.filter((part) => part !== '').map(readAddress));
  return { has: (url) => allowed.has(addressOf(url)) || allowed.has(`${url.hostname}:${EVERY_PORT}`) };
}

/** Hosts are compared as written: a name that resolves to an allowed address is not allowed by that. */
function readAddress(text: string): string {
  const [, host = '', port = ''] = /^([a-z0-9._-]+|\[[0-9a-f:]+\]):(\d{1,5}|\*)$/.exec(text) ?? [];
  const url = URL.canParse(`https://${host}/`) ? new URL(`https://${host}/`) : undefined;
  const isPort = port === EVERY_PORT || (Number(port) >= 1 && Number(port) <= HIGHEST_PORT);
  if (host === '' || url?.hostname !== host || !isPort) {
    throw new ConfigError(
      'CARDWRIGHT_WEBHOOK_ALLOW must look like localhost:4000,127.0.0.1:*,[::1]:4000: exact hosts in their usual ' +
        `form, each with its port, or * for every port; "${text}" is not one`,
    );
  }
  return `${host}:${port === EVERY_PORT ? port : Number(port)}`;
}

function addressOf({ protocol, hostname, port }: URL): string {
  const standardPort = protocol === 'https:' ? '443' : '80';
  return `${hostname}:${port || standardPort}`;
}
