// What is to stay together and lies on two pages is found; what lies on one page is not.
import fc from "fast-check";
import { expect, test } from "vitest";
import { inLane } from "../../../support/lane.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

/** A form with something that is to stay together, and the texts that each such thing holds. */
interface Kept {
  readonly source: string;
  readonly things: readonly (readonly string[])[];
  /** What goes on in the next column is told as well, though it lies on one page. */
  readonly hasColumns: boolean;
  /** The foot of a table with `keep=next`, and what it is to stay with. */
  readonly nextTo: readonly string[] | null;
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
    ends: fc.constantFrom("", "head", "head foot", "head once"),
    perPage: fc.constantFrom("", "7", "[4, 6]", "[6, 4]", "[3, 9]", "[2, 30]").map((n) => n && ` rows-per-page=${n}`),
    split: fc.constantFrom("", " split=cell"),
    before: fc.constantFrom("", "    space 90mm\n", "    space 60mm\n"),
    after: fc.constantFrom("", '    text "以上"\n'),
    next: fc.constantFrom("", " keep=next"),
    carries: fc.boolean(),
    foot: fc.boolean(),
    header: fc.constantFrom("repeat", "once"),
    columns: fc.constantFrom("", " columns=2"),
  })
  .map((form): Kept => {
    const { rows: all, outer, inner, ends, perPage, split, before, after, next } = form;
    const head = ends === "" ? "" : `head "{.key}"\n`;
    const foot = ends === "head foot" ? 'foot {\n cell "小計" col=name\n }\n' : "";
    const once = ends === "head once" ? " repeat-head=false" : "";
    const group = (key: string, written: string, within: string): string =>
      `group (.${key})${written}${once} {\n${head}${foot}${within}}\n`;
    const own = inner === null ? "" : group("inner", inner.join(""), "");
    const carry = form.carries ? "carry (.n) into=n\n" : "";
    const sum = form.foot ? 'foot {\n cell "計" col=name\n }\n' : "";
    const written = `header=${form.header}${perPage}${split}${next}`;
    const body = `${before}    table items ${written} {\n${group("outer", outer, own)}${carry}${sum}`;
    const keys = (row: Row) => [row.outer, `${row.outer}${row.inner}`];
    const isKept = [outer !== "", inner !== null && inner[0] !== ""];
    const byKey = [0, 1].flatMap((level) =>
      isKept[level] === true ? [...Map.groupBy(all.keys(), (at) => keys(all[at] as Row)[level]).values()] : [],
    );
    const source = `rpt 1
field items[].name string(10) example=[${all.map((_, at) => `"第${at}行"`).join(", ")}]
field items[].n int example=[${all.map((_, at) => at).join(", ")}]
field items[].outer string(1) example=[${all.map((row) => `"${row.outer}"`).join(", ")}]
field items[].inner string(1) example=[${all.map((row) => `"${row.inner}"`).join(", ")}]
page w=148mm h=105mm margin=10mm {
  body${form.columns} {
${body}      column name "品名" w=1fr
      column n "数" w=20mm
    }
${after}  }
}
`;
    const things = byKey.map((ats) => ats.map((at) => `第${at}行`));
    const isKeptNext = next !== "" && after !== "" && form.foot;
    return { source, things, hasColumns: form.columns !== "", nextTo: isKeptNext ? ["計", "以上"] : null };
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
    return { source, things: [names], hasColumns: false, nextTo: null };
  });

const MARGIN_EMU = 360_000;
const PROMISES: ReadonlySet<string> = new Set(["RPT4010", "RPT4011", "RPT4012"]);
const FORMS = inLane({ fast: 60, full: 2_000 });

test.each([
  ["groups of a table", grouped, true],
  ["containers", held, false],
] as const)(
  "%s",
  (_, forms, isOfGroups) => {
    fc.assert(
      fc.property(forms, ({ source, things, hasColumns, nextTo }) => {
        const { value, diagnostics } = layOutSource(source);
        const lines = value.pages.map((__, at) => new Set(pageLines(value, at).flatMap((line) => line.split("|"))));
        const pagesOf = (names: readonly string[]) =>
          lines.filter((page) => names.some((name) => page.has(name))).length;
        const parted = things.filter((names) => pagesOf(names) > 1);
        const told = diagnostics.filter(({ code }) => PROMISES.has(code)).map(({ message }) => message);
        const words = told.filter((message) => message.includes("keep=together"));
        if (parted.length === 0 && !hasColumns) expect(words, source).toEqual([]);
        else if (parted.length > 0) expect(told, source).not.toEqual([]);
        const ofGroups = diagnostics.filter(({ message }) => message.startsWith("keep=together of a group"));
        const named = ofGroups.reduce((sum, { count = 1 }) => sum + count, 0);
        if (isOfGroups) expect(named, source).toBeGreaterThanOrEqual(parted.length);
        const isPast = value.pages.some(({ items, heightEmu }) =>
          items.some((item) => item.kind === "glyphs" && item.yEmu > heightEmu - MARGIN_EMU),
        );
        if (isPast) expect(diagnostics, source).not.toEqual([]);
        if (nextTo !== null && pagesOf(nextTo) > 1) expect(told, source).not.toEqual([]);
      }),
      { numRuns: FORMS },
    );
  },
  600_000,
);
