import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import "../../../src/core/base64/index.ts";

type ToBase64 = (this: Uint8Array, options?: { alphabet?: "base64" | "base64url"; omitPadding?: boolean }) => string;

function toBase64(): ToBase64 {
  const method: unknown = Reflect.get(Uint8Array.prototype, "toBase64");
  if (typeof method !== "function") throw new Error("there is no such method");
  return method as ToBase64;
}

test.each([
  [[0xfb, 0xff], {}, "+/8="],
  [[0xfb, 0xff], { omitPadding: true }, "+/8"],
  [[0xfb, 0xff], { alphabet: "base64url" }, "-_8="],
  [[0xfb, 0xff], { alphabet: "base64url", omitPadding: true }, "-_8"],
  [[], {}, ""],
  [[0x61], { alphabet: "base64url" }, "YQ=="],
  [[0x61, 0x62, 0x63], { alphabet: "base64url" }, "YWJj"],
] as const)("%j with %j", (bytes, options, text) => {
  expect(toBase64().call(Uint8Array.from(bytes), options)).toBe(text);
});

test("any bytes, and a part of a larger piece of memory, are read back as they were", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(9), (bytes, from) => {
      const part = bytes.subarray(Math.min(from, bytes.length));
      expect([...Buffer.from(toBase64().call(part), "base64")]).toEqual([...part]);
    }),
  );
});

test("the Protobuf library takes the method, which stands before whatever loads the library", async () => {
  const before = toBase64();
  let calls = 0;
  Object.defineProperty(Uint8Array.prototype, "toBase64", {
    configurable: true,
    writable: true,
    value(this: Uint8Array, options: { alphabet?: "base64"; omitPadding?: boolean }) {
      calls += 1;
      return before.call(this, options);
    },
  });
  // Read anew: a test before this one may have loaded the library.
  const encoding = new URL("base64-encoding.js?anew", import.meta.resolve("@bufbuild/protobuf/wire"));
  const { base64Encode }: typeof import("@bufbuild/protobuf/wire") = await import(encoding.href);
  expect(base64Encode(Uint8Array.of(1, 2, 3))).toBe("AQID");
  expect(calls).toBe(1);
  const imports = readFileSync("src/main.ts", "utf8").match(/^import .*"\.\/.*$/mu)?.[0];
  expect(imports).toBe('import "./core/base64/index.ts";');
});
