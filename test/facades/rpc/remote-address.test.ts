import { expect, test } from "vitest";
import { proxyList, remoteAddressOf } from "../../../src/facades/rpc/remote-address.ts";

const PROXIES = ["10.0.0.0/8", "192.0.2.7", "fd00::/8"];

test.for([
  ["a peer that is no proxy, whatever it says", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["a proxy's word", "10.1.2.3", "198.51.100.1", "198.51.100.1"],
  ["the word of a chain of proxies", "192.0.2.7", "198.51.100.1, 10.9.9.9", "198.51.100.1"],
  ["no word that came before the first stranger", "10.1.2.3", "127.0.0.1, 198.51.100.1", "198.51.100.1"],
  ["a proxy that says nothing", "10.1.2.3", undefined, "10.1.2.3"],
  ["a proxy that says nonsense", "10.1.2.3", "unknown", "10.1.2.3"],
  ["a socket for both families", "::ffff:10.1.2.3", "198.51.100.1", "198.51.100.1"],
  ["IPv6", "fd00::1", "2001:db8::5", "2001:db8::5"],
  ["IPv6 with a port", "fd00::1", "[2001:DB8:0::5]:4711", "2001:db8::5"],
  ["IPv4 with a port", "10.1.2.3", "198.51.100.1:4711", "198.51.100.1"],
  ["IPv4 within IPv6, in any form", "10.1.2.3", "::ffff:c633:6401", "198.51.100.1"],
  ["an address of one link", "fe80::7%eth0", undefined, "fe80::7"],
  ["a chain of nothing but proxies", "10.1.2.3", "10.0.0.1, 10.0.0.2", "10.0.0.1"],
] as const)("%s", ([, remoteAddress, forwarded, expected]) => {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  const request = { headers, socket: { remoteAddress } } as unknown as Parameters<typeof remoteAddressOf>[0];
  expect(remoteAddressOf(request, proxyList(PROXIES))).toBe(expected);
});

test("without proxies nobody's word counts", () => {
  const request = { headers: { "x-forwarded-for": "198.51.100.1" }, socket: { remoteAddress: "10.1.2.3" } };
  expect(remoteAddressOf(request as unknown as Parameters<typeof remoteAddressOf>[0], proxyList([]))).toBe("10.1.2.3");
});
