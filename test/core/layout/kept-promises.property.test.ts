// What is to stay together and lies on two pages is found; what lies on one page is not.
import fc from "fast-check";
import { expect, test } from "vitest";
import { inLane } from "../../support/lane.ts";
import { layOutSource, pageLines } from "../../support/lay-out.ts";

/** A form with something that is to stay together, and the texts that each such thing holds. */
interface Kept {
  readonly source: string;
  readonly things: readonly (readonly string[])[];
}

interface Row {
  readonly outer: string;
  readonly inner: string;
}

const rows = fc.array(fc.record({ outer: fc.constantFrom("甲", "乙"), inner: fc.constantFrom("上", "下") }), {
  minLength: 1,
  maxLength: 60,
});

const keeps = fc.constantFrom(" keep=together", "");

/** Groups, one in another, each of which may be kept whole. */
const grouped = fc
  .record({
    rows,
    outer: keeps,
    inner: fc.option(fc.tuple(keeps, fc.constantFrom("", " break=page")), { nil: null }),
    ends: fc.boolean(),
    perPage: fc.constantFrom("", " rows-per-page=7"),
    split: fc.constantFrom("", " split=cell"),
    before: fc.constantFrom("", "    space 90mm\n"),
  })
  .map(({ rows: all, outer, inner, ends, perPage, split, before }): Kept => {
    const foot = ends ? 'head "{.key}"\n foot {\n cell "小計" col=name\n }\n' : "";
    const group = (key: string, written: string, within: string): string =>
      `group (.${key})${written} {\n${foot}${within}}\n`;
    const own = inner === null ? "" : group("inner", inner.join(""), "");
    const body = `${before}    table items header=repeat${perPage}${split} {\n${group("outer", outer, own)}`;
    const keys = (row: Row) => [row.outer, `${row.outer}${row.inner}`];
    const isKept = [outer !== "", inner !== null && inner[0] !== ""];
    const byKey = [0, 1].flatMap((level) =>
      isKept[level] === true ? [...Map.groupBy(all.keys(), (at) => keys(all[at] as Row)[level]).values()] : [],
    );
    const source = `rpt 1
field items[].name string(10) example=[${all.map((_, at) => `"第${at}行"`).join(", ")}]
field items[].outer string(1) example=[${all.map((row) => `"${row.outer}"`).join(", ")}]
field items[].inner string(1) example=[${all.map((row) => `"${row.inner}"`).join(", ")}]
page w=148mm h=105mm margin=10mm {
  body {
${body}      column name "品名" w=1fr
    }
  }
}
`;
    return { source, things: byKey.map((ats) => ats.map((at) => `第${at}行`)) };
  });

/** Containers of texts by their first line. */
const HOLDERS = [
  "stack",
  "box",
  "grid cols=[30mm]",
  "columns n=1",
  "columns n=2",
  "each items",
  "table items",
] as const;

const held = fc
  .record({
    count: fc.integer({ min: 1, max: 40 }),
    holder: fc.constantFrom(...HOLDERS),
    spaceMm: fc.nat({ max: 70 }),
    breakAt: fc.option(fc.nat({ max: 40 }), { nil: null }),
    perPage: fc.constantFrom("", " rows-per-page=7"),
  })
  .map(({ count, holder, spaceMm, breakAt, perPage }): Kept => {
    const names = Array.from({ length: count }, (_, at) => `第${at}行`);
    const within = holder.startsWith("table")
      ? 'column name "品名" w=1fr'
      : holder.startsWith("each")
        ? "text (.name)"
        : names.map((name, at) => `text "${name}"${at === breakAt ? " break=after" : ""}`).join("\n");
    const source = `rpt 1
field items[].name string(10) example=[${names.map((name) => `"${name}"`).join(", ")}]
page w=148mm h=105mm margin=10mm {
  body {
    space ${spaceMm}mm
    ${holder} keep=together${holder.startsWith("table") ? perPage : ""} {
      ${within}
    }
  }
}
`;
    return { source, things: [names] };
  });

const PROMISES: ReadonlySet<string> = new Set(["RPT4010", "RPT4011", "RPT4012"]);
const FORMS = inLane({ fast: 60, full: 2_000 });

test.each([
  ["groups of a table", grouped],
  ["containers", held],
])(
  "%s",
  (_, forms) => {
    fc.assert(
      fc.property(forms, ({ source, things }) => {
        const { value, diagnostics } = layOutSource(source);
        const lines = value.pages.map((__, at) => new Set(pageLines(value, at).flatMap((line) => line.split("|"))));
        const pagesOf = (names: readonly string[]) =>
          lines.filter((page) => names.some((name) => page.has(name))).length;
        const parted = things.filter((names) => pagesOf(names) > 1);
        const told = diagnostics.filter(({ code }) => PROMISES.has(code)).map(({ message }) => message);
        const words = told.filter((message) => message.includes("keep=together"));
        if (parted.length === 0) expect(words, source).toEqual([]);
        else expect(told, source).not.toEqual([]);
      }),
      { numRuns: FORMS },
    );
  },
  600_000,
);
