import ipaddr from "ipaddr.js";

/**
 * Whether an IP address is one of the public internet. Everything else is some machine's own neighbourhood: loopback,
 * private and link-local networks (with the clouds' metadata services), shared, reserved and documentation ranges,
 * and IPv6 forms that carry an IPv4 address inside (RFC 6890; RFC 4291 §2.5.5; RFC 6052; RFC 3056; RFC 4380).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // Of IPv6 only this block is given out for the public internet; the deprecated `::10.0.0.1` lies outside of it.
  const isGlobal = parsed instanceof ipaddr.IPv4 || parsed.match(ipaddr.IPv6.parse("2000::"), 3);
  return isGlobal && parsed.range() === "unicast";
}
