// Which addresses belong to the public Internet. Unknown ranges are refused: a range that is assigned in the future is
// not public until this file lists it.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Range = readonly [ipaddr.IPv6, number];

/** The only part of IPv6 from which Internet addresses are assigned; all mapped forms lie outside it. */
const GLOBAL_IPV6: Range = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Public by number, but answered by the machine's own host: Azure serves keys and settings of virtual machines here.
 * Other clouds use ranges that are not public.
 */
const HOST_SERVICES: readonly string[] = ['168.63.129.16'];

/** The middle of an interface id that embeds an IPv4 address (ISATAP), in both spellings. */
const ISATAP: readonly string[] = ['0:5efe', '200:5efe'];

/** Whether an address belongs to the public Internet. Malformed addresses and those with a zone do not. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast' && !HOST_SERVICES.includes(parsed.toString());
  const carriesIPv4 = ISATAP.includes(`${parsed.parts[4]?.toString(16)}:${parsed.parts[5]?.toString(16)}`);
  return parsed.match(...GLOBAL_IPV6) && parsed.range() === 'unicast' && !carriesIPv4;
}
