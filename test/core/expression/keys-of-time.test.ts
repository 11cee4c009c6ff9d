// Times and moments are one key where they are equal, and stand in the order in which they compare.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fields, print } from "./support.ts";

const setting = (type: string, values: readonly string[]) => ({
  fields: fields("r[]", `r[].at ${type}`, "r[].n int"),
  data: JSON.stringify({ r: values.map((at, n) => ({ at, n })) }),
});

const ZONES = [
  ["Z", 0],
  ["+09:00", 540],
  ["-07:00", -420],
  ["+05:45", 345],
] as const;

/** A moment of a minute of one day, as clocks of an offset show it. */
function written(minute: number, [zone, offset]: (typeof ZONES)[number], fraction: string): string {
  const shown = new Date((20_000 * 1_440 + minute + offset) * 60_000).toISOString().slice(0, 19);
  return `${shown}${fraction}${zone}`;
}

const moment = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(...ZONES), fc.constantFrom("", ".0", ".000"));

describe("moments", () => {
  test("are sorted, grouped and listed as they compare", () => {
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 9 }), (all) => {
        const minutes = all.map(([minute]) => minute * 37);
        const given = setting(
          "datetime",
          all.map(([minute, zone, fraction]) => written(minute * 37, zone, fraction)),
        );
        const ordered = (sign: 1 | -1) =>
          minutes.map((_, at) => at).sort((a, b) => sign * ((minutes[a] ?? 0) - (minutes[b] ?? 0)) || a - b);
        expect(print("join(sort(r, .at)[].n, ',')", given)).toBe(ordered(1).join(","));
        expect(print("join(sort(r, .at, desc)[].n, ',')", given)).toBe(ordered(-1).join(","));
        const parts = String(new Set(minutes).size);
        expect(print("count(group(r, .at))", given)).toBe(parts);
        expect(print("count(distinct(r[].at))", given)).toBe(parts);
      }),
    );
  });
});

test("times of day are one key with seconds and without", () => {
  const given = setting("time", ["09:30:00", "09:30", "09:00", "10:00:30"]);
  expect(print("join(sort(r, .at)[].n, ',')", given)).toBe("2,0,1,3");
  expect(print("count(group(r, .at))", given)).toBe("3");
  expect(print("join(distinct(r[].at), ' ')", given)).toBe("09:30:00 09:00 10:00:30");
});

test("texts are keys as they are written", () => {
  const given = setting("string(40)", ["b", "a", "a ", "A"]);
  expect(print("join(sort(r, .at)[].n, ',')", given)).toBe("3,1,2,0");
  expect(print("count(group(r, .at))", given)).toBe("4");
});
