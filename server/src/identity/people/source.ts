// The source of a request, for counting.
import ipaddr from 'ipaddr.js';

/** The owner of an IPv6 address has its whole network of this prefix length, and can change the address each time. */
const NETWORK_BITS = 64;

/** The source of an address: an IPv4 address in its usual form, or an IPv6 network. */
export function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().split('%')[0]}/${NETWORK_BITS}`).toString();
}
