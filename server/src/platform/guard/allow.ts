// Addresses that the operator lets webhooks go to although they are not public or not encrypted: receivers of
// developers and of tests. Nobody else can add one, and without the setting there is none.
import { ConfigError } from '../../foundation/config.ts';

/** The addresses that an operator has allowed, each an exact host with its port, or with every port it has. */
export type AllowList = { has(url: URL): boolean };

const HIGHEST_PORT = 65_535;

/** Tests listen wherever there is room. */
const EVERY_PORT = '*';

/** Reads `host:port,host:*`; whatever is not exactly that ends the process with words, and allows nothing. */
export function readAllowList(text: string): AllowList {
  const parts = text.split(',').map((part) => part.trim());
  const allowed = new Set(parts.filter((part) => part !== '').map(readAddress));
  return { has: (url) => allowed.has(addressOf(url)) || allowed.has(`${url.hostname}:${EVERY_PORT}`) };
}

/** A host is compared as it is written: a name that leads to an allowed address is not allowed by that. */
function readAddress(text: string): string {
  const [, host = '', port = ''] = /^([a-z0-9._-]+|\[[0-9a-f:]+\]):(\d{1,5}|\*)$/.exec(text) ?? [];
  const url = URL.canParse(`https://${host}/`) ? new URL(`https://${host}/`) : undefined;
  const isPort = port === EVERY_PORT || (Number(port) >= 1 && Number(port) <= HIGHEST_PORT);
  if (host === '' || url?.hostname !== host || !isPort) {
    throw new ConfigError(
      'CARDWRIGHT_WEBHOOK_ALLOW must look like localhost:4000,127.0.0.1:*,[::1]:4000: exact hosts in their usual ' +
        `form, each with its port, or * for every port; "${text}" is none`,
    );
  }
  return `${host}:${port === EVERY_PORT ? port : Number(port)}`;
}

function addressOf({ protocol, hostname, port }: URL): string {
  const standardPort = protocol === 'https:' ? '443' : '80';
  return `${hostname}:${port || standardPort}`;
}
