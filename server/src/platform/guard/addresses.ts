// Which addresses belong to the public Internet. Whatever is not known to is refused: a range that somebody invents
// tomorrow is not public until this file says so.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Range = readonly [ipaddr.IPv6, number];

/** The only part of IPv6 that addresses of the Internet are given out from; mapped forms are all outside of it. */
const GLOBAL_IPV6: Range = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Public by their number, and yet answered by the machine's own host: Azure gives every virtual machine its keys and
 * settings here. The same services of other clouds are in ranges that are not public.
 */
const HOST_SERVICES: readonly string[] = ['168.63.129.16'];

/** The middle of an interface that carries an IPv4 address inside it (ISATAP), in both spellings. */
const ISATAP: readonly string[] = ['0:5efe', '200:5efe'];

/** Whether an address is one of the public Internet's. What is not plainly an address, or has a zone, is not. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast' && !HOST_SERVICES.includes(parsed.toString());
  const carriesIPv4 = ISATAP.includes(`${parsed.parts[4]?.toString(16)}:${parsed.parts[5]?.toString(16)}`);
  return parsed.match(...GLOBAL_IPV6) && parsed.range() === 'unicast' && !carriesIPv4;
}
