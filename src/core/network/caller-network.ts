import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Whom an address may belong to: limits that hold by address count these. */
export interface CallerNetwork {
  /** What one customer of a provider has for sure: an IPv4 address, or an IPv6 network of 64 bits (RFC 6177). */
  readonly own: string;
  /** What one customer may have as well: an IPv6 network of 48 bits. Null for IPv4. */
  readonly wide: string | null;
}

/** The gateways' prefix under which hosts of IPv6 see IPv4 addresses (RFC 6052 §2.1). */
const TRANSLATED: readonly [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("64:ff9b::"), 96];

const OWN_BITS = 64;
const WIDE_BITS = 48;

/**
 * An address in its one form: IPv4 as `192.0.2.1`, also where it is written as IPv6 (RFC 4291 §2.5.5.2) or translated
 * (RFC 6052), IPv6 by RFC 5952, without brackets, port and zone. Null for what is no address.
 */
export function plainAddress(text: string): string | null {
  const bare = withoutPort(text.trim()).replace(/%.*$/s, "");
  if (isIP(bare) === 4) return bare;
  if (isIP(bare) !== 6) return null;
  const address = ipaddr.IPv6.parse(inGroups(bare));
  return (carriedIpv4(address) ?? address).toString();
}

/** The networks of an address; a text that is no address stands for itself. */
export function callerNetworkOf(text: string): CallerNetwork {
  const plain = plainAddress(text);
  if (plain === null || isIP(plain) === 4) return { own: plain ?? text, wide: null };
  const address = ipaddr.IPv6.parse(plain);
  return { own: networkOf(address, OWN_BITS), wide: networkOf(address, WIDE_BITS) };
}

/**
 * Whom an address is taken for where callers take turns: the widest network that one customer may have, since a host of
 * IPv6 may send each request from another address. Nothing is refused by it, so that it may hold several customers.
 */
export function callerPartyOf(address: string): string {
  const { own, wide } = callerNetworkOf(address);
  return wide ?? own;
}

function networkOf(address: ipaddr.IPv6, bits: number): string {
  const parts = address.parts.map((part, index) => (index < bits / 16 ? part : 0));
  return `${new ipaddr.IPv6(parts).toString()}/${bits}`;
}

function carriedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (!address.match([...TRANSLATED])) return null;
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}

/** The last 32 bits as two groups: the library takes `::192.0.2.1` for a mapped address, which has `ffff` before it. */
function inGroups(text: string): string {
  return text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: readonly string[]) => {
    const [one = 0, two = 0, three = 0, four = 0] = bytes.slice(0, 4).map(Number);
    return `${(one * 256 + two).toString(16)}:${(three * 256 + four).toString(16)}`;
  });
}

/** Proxies write addresses with ports: `192.0.2.1:443`, `[2001:db8::1]:443` (RFC 7239 §6). */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  return bracketed ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}
