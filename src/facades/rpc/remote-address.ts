import { BlockList, isIP } from "node:net";
import type { HttpRequest } from "../../core/methods/index.ts";
import { plainAddress } from "../../core/network/index.ts";

/** Whose word on where a request comes from is taken: addresses and networks, such as `10.0.0.0/8`. */
export function proxyList(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = "", bits] = proxy.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/**
 * Where a request comes from: the peer of its connection or, where that is one of the operator's own proxies, the
 * last address of X-Forwarded-For that none of them has. What stands before it, anybody may have written.
 */
export function remoteAddressOf(request: Pick<HttpRequest, "headers" | "socket">, proxies: BlockList): string {
  const socket = request.socket.remoteAddress ?? "local";
  const peer = plainAddress(socket) ?? socket;
  const header = request.headers["x-forwarded-for"];
  const written = (Array.isArray(header) ? header.join(",") : (header ?? "")).split(",").map(plainAddress);
  let address = peer;
  for (const next of written.toReversed()) {
    if (!isTrusted(address, proxies) || next === null) return address;
    address = next;
  }
  return address;
}

function isTrusted(address: string, proxies: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && proxies.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** Whom an address is counted as: of IPv6, whoever has one has all that share its first half (RFC 6177). */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("%", 1)[0]?.split("::") ?? [];
  const groups = head === "" ? [] : head.split(":");
  const behind = tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - behind.length) }, () => "0");
  const all = address.includes("::") ? [...groups, ...zeros, ...behind] : groups;
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
