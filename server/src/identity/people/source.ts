// Where a request comes from, as far as it counts.
import ipaddr from 'ipaddr.js';

/** Whoever has one address of IPv6 has its whole network of so many bits, and can take another one each time. */
const NETWORK_BITS = 64;

/** The place behind an address: an address of IPv4 in whichever spelling, or a network of IPv6. */
export function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().split('%')[0]}/${NETWORK_BITS}`).toString();
}
