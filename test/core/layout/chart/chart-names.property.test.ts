// Whatever the categories are: each has its name, or names in equal steps tell the others, or it is told how many lack.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const DAY_MS = 86_400_000;

function dayAfter(from: string, days: number): string {
  return new Date(Date.parse(`${from}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function momentAfter(from: string, minutes: number): string {
  return `${new Date(Date.parse(`${from}T00:00:00Z`) + minutes * 60_000).toISOString().slice(0, 19)}+09:00`;
}

function clock(minutes: number): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}

/** How a list of categories goes on: places on a line, in whose order, and evenness, the kinds write their values. */
interface Steps {
  readonly places: readonly number[];
  readonly isEven: boolean;
}

function isEvenlyUp(places: readonly number[]): boolean {
  const step = (places[1] ?? 0) - (places[0] ?? 0);
  return places.length > 1 && step > 0 && places.every((one, at) => one === (places[0] ?? 0) + at * step);
}

const steps: fc.Arbitrary<Steps> = fc
  .oneof(
    fc
      .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 60 }))
      .map(([from, step, count]) => Array.from({ length: count }, (_, at) => from + at * step)),
    fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 }),
    fc
      .uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 })
      .map((all) => all.toSorted((one, other) => one - other)),
    fc.integer({ min: 2, max: 60 }).map((count) => Array.from({ length: count }, (_, at) => count - at)),
    // All but one place of an even list.
    fc
      .tuple(fc.integer({ min: 3, max: 60 }), fc.nat())
      .map(([count, hole]) =>
        Array.from({ length: count }, (_, at) => at).filter((at) => at !== 1 + (hole % (count - 2))),
      ),
  )
  .map((places) => ({ places, isEven: isEvenlyUp(places) }));

interface Kind {
  readonly type: string;
  readonly example: string;
  readonly format: string;
  readonly write: (place: number) => string;
  /** After so many places the names begin anew, so that even places count as even. */
  readonly repeats?: number;
}

const KINDS: Readonly<Record<string, Kind>> = {
  dates: { type: "date", example: '"2026-01-31"', format: "'M/d'", write: (at) => dayAfter("2026-01-15", at) },
  "whole dates": {
    type: "date",
    example: '"2026-01-31"',
    format: "'yyyy年M月d日'",
    write: (at) => dayAfter("2024-02-01", at),
  },
  datetimes: {
    type: "datetime",
    example: '"2026-01-31T00:00:00+09:00"',
    format: "'M/d HH:mm'",
    write: (at) => momentAfter("2026-02-27", at * 30),
  },
  times: { type: "time", example: '"09:00"', format: "'H:mm'", write: (at) => clock(at * 3), repeats: 480 },
  months: { type: "string(20)", example: '"4月"', format: "", write: (at) => `${(at % 12) + 1}月`, repeats: 12 },
  "months of years": {
    type: "string(20)",
    example: '"2026年4月"',
    format: "",
    write: (at) => `${2020 + Math.floor(at / 12)}年${(at % 12) + 1}月`,
  },
  weekdays: {
    type: "string(20)",
    example: '"4/1(水)"',
    format: "",
    write: (at) => {
      const day = dayAfter("2026-04-01", at);
      return `${Number(day.slice(5, 7))}/${Number(day.slice(8))}(${"水木金土日月火"[at % 7]})`;
    },
    repeats: 365,
  },
  numbers: { type: "string(20)", example: '"1"', format: "", write: (at) => `第${at + 1}週` },
  groups: { type: "string(20)", example: '"1組"', format: "", write: (at) => `${at + 1}組` },
};

const looks = fc.record({
  kind: fc.constantFrom("bar", "line", "stacked"),
  widthMm: fc.integer({ min: 40, max: 180 }),
  heightMm: fc.integer({ min: 40, max: 90 }),
  size: fc.integer({ min: 7, max: 12 }),
});
type Look = typeof looks extends fc.Arbitrary<infer One> ? One : never;

interface Named {
  /** Which categories have their name on the page. */
  readonly named: readonly number[];
  readonly told: readonly string[];
}

function draw(look: Look, kind: Pick<Kind, "type" | "example" | "format">, names: readonly string[]): Named {
  const written = kind.format === "" ? "" : `format=${kind.format}`;
  const source = `rpt 1
field rows[].d ${kind.type} example=[${kind.example}]
field rows[].a int example=[1]
sizes body=${look.size}pt
style base size=body
page A4 {
  body {
    chart ${look.kind} rows w=${look.widthMm}mm h=${look.heightMm}mm alt="図" {
      category (.d) ${written}
      series "量" (.a)
    }
  }
}
`;
  const { value, diagnostics } = layOutSource(source, { rows: names.map((d, at) => ({ d, a: at + 1 })) });
  const named = new Set<number>();
  for (const item of value.pages.flatMap(({ items }) => items)) {
    if (item.kind !== "glyphs") continue;
    for (const { path } of item.sources) {
      const at = /^rows\[(\d+)\]\.d$/u.exec(path ?? "")?.[1];
      if (at !== undefined) named.add(Number(at));
    }
  }
  const told = diagnostics
    .filter(({ severity }) => severity !== "info")
    .map(({ code, message }) => `${code} ${message}`);
  return { named: [...named].toSorted((one, other) => one - other), told };
}

/** Fewer than two names count nothing on. */
function countOn(named: readonly number[]): boolean {
  const [first, second = 0] = named;
  return first === 0 && named.length > 1 && named.every((one, at) => one === at * second);
}

describe.each(Object.entries(KINDS))("of %s", (_, kind) => {
  test("each name is there, or those that are there count on, or the others are told", () => {
    fc.assert(
      fc.property(looks, steps, (look, { places, isEven }) => {
        const names = places.map(kind.write);
        const { named, told } = draw(look, kind, names);
        // A plot without room for its bars is not drawn, and told.
        if (told.some((one) => one.startsWith("RPT4001"))) return;
        const lacking = names.length - named.length;
        const isTold = told.some((one) => one.startsWith(`RPT4003 ${lacking} of the chart's ${names.length} `));
        if (lacking === 0) expect(told.filter((one) => one.startsWith("RPT4003"))).toEqual([]);
        else if (!isTold) {
          expect(countOn(named), `${named.join()} of ${names.join()}`).toBe(true);
          expect(isEven || kind.repeats !== undefined, names.join()).toBe(true);
          if (kind.repeats !== undefined) expect(isEvenInCycle(places, kind.repeats), names.join()).toBe(true);
        }
      }),
      { numRuns: inLane({ fast: 40, full: 1_500 }) },
    );
  });
});

/** Of months without their years, January may follow December. */
function isEvenInCycle(places: readonly number[], cycle: number): boolean {
  const between = places.slice(1).map((place, at) => (((place - (places[at] ?? 0)) % cycle) + cycle) % cycle);
  return between.every((step) => step > 0 && step === between[0]);
}

test("months of a year and days one after another are thinned and not told, however narrow the chart is", () => {
  const months = Array.from({ length: 24 }, (_, at) => `${((at + 3) % 12) + 1}月`);
  const days = Array.from({ length: 60 }, (_, at) => dayAfter("2026-12-01", at));
  for (const widthMm of [60, 90, 120]) {
    const look: Look = { kind: "bar", widthMm, heightMm: 60, size: 9 };
    for (const [kind, names] of [
      [KINDS["months"], months],
      [KINDS["dates"], days],
    ] as const) {
      if (kind === undefined) throw new Error("no such kind");
      const { named, told } = draw(look, kind, names);
      expect(told).toEqual([]);
      expect(named.length).toBeLessThan(names.length);
      expect(countOn(named)).toBe(true);
    }
  }
});
