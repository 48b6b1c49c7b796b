// The id of a request, and the trace that it belongs to: ours, unless a trusted proxy has given them.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv4 } from 'node:net';
import { type Parent, readTraceparent } from '../trace/traceparent.ts';

/** The ranges that may be named in CARDWRIGHT_TRUSTED_PROXIES. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Ids of proxies: UUIDs, ULIDs and the like. Anything else could be a text that does not belong in a log. */
const GIVEN_ID = /^[\w.:-]{8,128}$/;

/** A new request id of our own. */
export const newRequestId = (): string => `req_${randomBytes(16).toString('hex')}`;

export type RequestIds = {
  /** The id that a trusted proxy gave a request, or a new one. Ids of clients are ignored: they could be anything. */
  idOf(request: IncomingMessage): string;
  /** The span that a trusted proxy names as the parent of a request. */
  parentOf(request: IncomingMessage): Parent | undefined;
};

/** Reads ids from these proxies only. */
export function openRequestIds(trustedProxies: readonly string[]): RequestIds {
  const trusted = new BlockList();
  for (const range of trustedProxies.flatMap((proxy) => NAMED[proxy] ?? [proxy])) {
    const [address = '', bits] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    trusted.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  const given = ({ socket, headers }: IncomingMessage, name: string): string | undefined => {
    const { remoteAddress: address } = socket;
    const value = headers[name];
    if (address === undefined || typeof value !== 'string') return undefined;
    return trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') ? value : undefined;
  };
  return {
    idOf: (request) => {
      const id = given(request, 'x-request-id');
      return id !== undefined && GIVEN_ID.test(id) ? id : newRequestId();
    },
    parentOf: (request) => readTraceparent(given(request, 'traceparent')),
  };
}
