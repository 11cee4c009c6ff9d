import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { callerNetworkOf, callerPartyOf, plainAddress } from "../../../src/core/network/index.ts";

describe("an address", () => {
  test.for([
    ["192.0.2.1", "192.0.2.1"],
    ["192.0.2.1:443", "192.0.2.1"],
    [" 192.0.2.1 ", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["64:ff9b::192.0.2.1", "192.0.2.1"],
    ["2001:DB8:0:0:0:0:0:5", "2001:db8::5"],
    ["[2001:db8::5]", "2001:db8::5"],
    ["[2001:db8::5]:443", "2001:db8::5"],
    ["fe80::1%eth0", "fe80::1"],
    ["::1", "::1"],
    ["local", null],
    ["unknown", null],
    ["", null],
    ["1", null],
    ["0x7f.1", null],
    ["127.1", null],
    ["192.0.2.256", null],
    ["192.0.2.1.5", null],
    ["2001:db8::5:443:1:2:3:4:5:6", null],
    ["2001:db8:::5", null],
    ["example.jp", null],
  ] as const)("%j is %j", ([text, plain]) => {
    expect(plainAddress(text)).toBe(plain);
  });

  test.for([
    ["192.0.2.1", "192.0.2.1", null],
    ["::ffff:192.0.2.1", "192.0.2.1", null],
    ["64:ff9b::192.0.2.1", "192.0.2.1", null],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:db8:1:3::", "2001:db8:1:3::/64", "2001:db8:1::/48"],
    ["2001:db8:2:2::", "2001:db8:2:2::/64", "2001:db8:2::/48"],
    ["::1", "::/64", "::/48"],
    ["local", "local", null],
  ] as const)("%s is of %s and %s", ([address, own, wide]) => {
    expect(callerNetworkOf(address)).toEqual({ own, wide });
    expect(callerPartyOf(address)).toBe(wide ?? own);
  });
});

/** Eight groups of 16 bits, as a text of one of the forms that RFC 4291 §2.2 allows. */
function written(groups: readonly number[], form: number, isUpper: boolean): string {
  const padded = (group: number): string => group.toString(16).padStart(form % 2 === 0 ? 1 : 4, "0");
  const texts = groups.map(padded);
  const zero = groups.indexOf(0);
  let end = zero;
  while (groups[end] === 0) end += 1;
  const tail = (group: number): string => `${group >> 8}.${group & 255}`;
  const whole = form > 3 ? [...texts.slice(0, 6), `${tail(groups[6] ?? 0)}.${tail(groups[7] ?? 0)}`] : texts;
  const isShort = form % 4 > 1 && zero >= 0 && end <= 6;
  const text = isShort ? `${whole.slice(0, zero).join(":")}::${whole.slice(end).join(":")}` : whole.join(":");
  return isUpper ? text.toUpperCase() : text;
}

describe("every way to write an address", () => {
  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  const groups = fc.array(group, { minLength: 8, maxLength: 8 });

  test("comes to one form and one network", () => {
    fc.assert(
      fc.property(groups, fc.nat(7), fc.nat(7), fc.boolean(), (address, one, other, isUpper) => {
        const [first, second] = [written(address, one, isUpper), written(address, other, !isUpper)];
        expect(plainAddress(first)).not.toBeNull();
        expect(plainAddress(first)).toBe(plainAddress(second));
        expect(callerNetworkOf(`[${first}]:80`)).toEqual(callerNetworkOf(`${second}%1`));
        const plain = plainAddress(first) ?? "";
        expect(plainAddress(plain)).toBe(plain);
      }),
    );
  });

  test("is of the network that its first four groups name, and of the site that the first three do", () => {
    fc.assert(
      fc.property(groups, groups, fc.nat(7), fc.integer({ min: 0, max: 8 }), (address, changed, form, from) => {
        fc.pre(address[0] !== 0 && address[0] !== 0x64 && changed[0] !== 0 && changed[0] !== 0x64);
        const near = [...address.slice(0, from), ...changed.slice(from)];
        const [one, other] = [written(address, form, false), written(near, form, true)].map(callerNetworkOf);
        const isSame = (count: number): boolean => address.slice(0, count).join() === near.slice(0, count).join();
        expect(one?.own === other?.own).toBe(isSame(4));
        expect(one?.wide === other?.wide).toBe(isSame(3));
      }),
    );
  });

  test("is no address unless it is one, whatever the text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void callerNetworkOf(text)));
  });
});
