// Times and moments are one key where they are equal, and stand in the order in which they compare.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fields, print } from "../support.ts";

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

/** Texts that look like numbers, days, times and moments, several of them equal if they were. */
const LOOKS = [
  "09:30",
  "09:30:00",
  "9:30",
  "2026-10-31",
  "2026-10-31T09:30:00Z",
  "2026-10-31T18:30:00+09:00",
  "2026-10-31T09:30:00.0Z",
  "10",
  "10.0",
  "9",
  "",
  "a",
  "a ",
  "A",
] as const;

/** Types of data whose values are texts, whatever they look like. */
const TEXTS = ["string(40)", "text(40)", `enum(${LOOKS.filter((look) => look !== "" && look !== "a ").join(", ")})`];

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

describe("texts", () => {
  test.each(TEXTS)("of %s are keys as they are written", (type) => {
    const looks = LOOKS.filter((look) => !type.startsWith("enum") || (look !== "" && type.includes(look)));
    // Choices stand as they are declared, which is the order of the table.
    const declared = new Map(type.startsWith("enum") ? looks.map((look, at): [string, number] => [look, at]) : []);
    const inOrder = (a: string, b: string): number => (declared.get(a) ?? 0) - (declared.get(b) ?? 0) || order(a, b);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...looks), { minLength: 1, maxLength: 9 }), (all) => {
        const given = setting(type, all);
        const ordered = (sign: 1 | -1) =>
          all
            .map((text, at) => ({ text, at }))
            // An empty text is absent, and absent ones come last in both orders.
            .sort(
              (a, b) => Number(a.text === "") - Number(b.text === "") || sign * inOrder(a.text, b.text) || a.at - b.at,
            )
            .map(({ at }) => at)
            .join(",");
        expect(print("join(sort(r, .at)[].n, ',')", given)).toBe(ordered(1));
        expect(print("join(sort(r, .at, desc)[].n, ',')", given)).toBe(ordered(-1));
        // What is empty or blank is skipped where entries are joined.
        const shown = [...all].sort(inOrder).filter((text) => text !== "");
        expect(print("join(sort(r[].at), '|')", given)).toBe(shown.join("|"));
        const parts = String(new Set(all).size);
        expect(print("count(group(r, .at))", given)).toBe(parts);
        expect(print("count(group(r, concat(.at)))", given)).toBe(parts);
        expect(print("count(distinct(r[].at))", given)).toBe(String(new Set(shown).size));
      }),
    );
  });
});

test("moments stay keys of their kind wherever they come from", () => {
  const given = setting("datetime", ["2026-10-31T09:30:00Z", "2026-10-31T18:30:00+09:00", "2026-10-31T01:00:00Z"]);
  for (const key of [".at", "addDays(.at, 1)", ".at ?? .at", "if(.n > 0, .at, .at)"]) {
    expect(print(`count(group(r, ${key}))`, given), key).toBe("2");
    expect(print(`join(sort(r, ${key})[].n, ',')`, given), key).toBe("2,0,1");
  }
  expect(print("count(distinct(sort(r[].at)))", given)).toBe("2");
  expect(print("first(sort(group(r, .at), .key)).key", given)).toBe("2026-10-31T01:00:00Z");
});
