// Lists that declare how many entries they have at least: the data that a check makes of them have as many, whatever it
// tries with them, so that no worst case of theirs is left out.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

/** The bounds of a list, and how many entries its examples have; null where it has no examples. */
interface Bounds {
  readonly least: number;
  readonly most: number | null;
  readonly examples: number | null;
}

function bounds(leastMax: number): fc.Arbitrary<Bounds> {
  const numbers = fc.tuple(
    fc.integer({ min: 0, max: leastMax }),
    fc.option(fc.integer({ min: 0, max: leastMax })),
    fc.option(fc.integer({ min: 0, max: 3 })),
  );
  return numbers.map(([least, more, further]) => {
    const most = more === null ? null : Math.max(1, least + more);
    // A list whose examples are empty has no usual number.
    const examples = further === null ? null : Math.max(1, least + Math.min(further, more ?? further));
    return { least, most, examples };
  });
}

interface Lists {
  readonly days: Bounds;
  readonly slots: Bounds;
  readonly tags: Bounds;
  readonly shows: readonly string[];
}

/** What a form shows of its lists: each reads them in a way that has trials of its own. */
const SHOWN: readonly string[] = [
  "each days {\n text (.name)\n }",
  'table days {\n column kind "列" (.kind) w=30mm merge=same\n column name "列" (.name) w=1fr merge=same\n }',
  'table days {\n group (.kind) {\n head "{.key} {sum(.items[].qty)}"\n }\n column name "列" (.name) w=1fr\n }',
  'table days {\n column name "列" (.name) w=30mm\n column each .slots as=s "{s.kind}" (s.qty) w=18mm\n }',
  "each days {\n each .slots {\n text (.name)\n }\n }",
  'each days {\n table .slots {\n column kind "列" (.kind) w=30mm merge=same\n column name "列" (.name) w=1fr\n }\n }',
  "text \"{sum(days[.kind == 'b'].qty)} {count(days)} {sum(days[].slots[].qty)}\"",
  'each tags {\n text "{.}"\n }',
  "text \"{join(tags, '・')} {join(distinct(tags), '・')}\"",
  'each parts {\n text "{.key} {.sum}"\n }',
];

function line(path: string, { least, most }: Bounds): string {
  return `field ${path} min=${least}${most === null ? "" : ` max=${most}`}`;
}

function entries(count: number, value: string): string {
  return `[${Array.from({ length: count }, () => value).join(", ")}]`;
}

function form({ days, slots, tags, shows }: Lists): string {
  const of = (value: string): string => (days.examples === null ? "" : ` example=${entries(days.examples, value)}`);
  const inner = (value: string): string => (slots.examples === null ? "" : of(entries(slots.examples, value)));
  const tag = tags.examples === null ? "" : ` example=${entries(tags.examples, '"甲"')}`;
  return `rpt 1
${line("days[]", days)}
field days[].name string(8)${of('"青山"')}
field days[].kind enum(a, b)${of("a")}
field days[].qty int min=0 max=999${of("4")}
${line("days[].slots[]", slots)}
field days[].slots[].name text(20)${inner('"会議"')}
field days[].slots[].kind enum(a, b, c)${inner("b")}
field days[].slots[].qty int max=99${inner("2")}
${line("tags[] string(5)", tags)}${tag}
let parts[] = group(days, .kind)
let parts[].sum = sum(.items[].qty)
sizes body=6pt
style base size=body
page A4 margin=10mm {
  body {
    ${shows.join("\n    ")}
  }
}
`;
}

const lists: fc.Arbitrary<Lists> = fc.record({
  days: bounds(12),
  slots: bounds(6),
  tags: bounds(9),
  shows: fc.subarray([...SHOWN], { minLength: 1, maxLength: 3 }),
});

function checked(source: string): readonly string[] {
  const { diagnostics } = engine.check({ source, data: null });
  expect(diagnostics.filter(({ code, severity }) => severity === "error" && !/^RPT[45]/.test(code))).toEqual([]);
  return diagnostics.map(({ code, message }) => `${code} ${message}`);
}

describe("lists that declare how many entries they have at least", () => {
  test("are tried with data that the declarations take", () => {
    fc.assert(
      fc.property(lists, (one) => {
        expect(checked(form(one)).filter((told) => told.includes("break a declaration"))).toEqual([]);
      }),
      { numRuns: inLane({ fast: 12, full: 300 }) },
    );
  });

  test("have texts that are too long for their place", () => {
    const narrow = "each days {\n each .slots {\n text (.name) w=20mm h=4mm\n }\n }";
    const withRows = lists.filter(({ days, slots }) => days.most !== null && slots.most !== null);
    fc.assert(
      fc.property(withRows, (one) => {
        const found = checked(form({ ...one, shows: [...one.shows, narrow] }));
        expect(found.filter((told) => told.startsWith("RPT4031") && told.includes("days[].slots[].name"))).not.toEqual(
          [],
        );
      }),
      { numRuns: inLane({ fast: 4, full: 100 }) },
    );
  });

  test("are tried with as many, where that is more than a check tries of others", () => {
    const many = { least: 300, most: 300, examples: 2 };
    const none = { least: 0, most: null, examples: null };
    for (const [days, slots] of [
      [many, none],
      [{ least: 1, most: 9, examples: 2 }, many],
    ] as const) {
      const found = checked(form({ days, slots, tags: none, shows: [SHOWN[1] ?? "", SHOWN[6] ?? ""] }));
      expect(found.filter((told) => told.includes("break a declaration"))).toEqual([]);
    }
  });
});
