import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../../src/core/diagnostics/index.ts";
import type { PageDocument } from "../../../../src/core/layout/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutData } from "../../../support/lay-out.ts";

// Bars and lines in one chart: each series is drawn as it would be in a chart of its own kind, on one axis.

type Kind = "bar" | "line";
interface Row {
  readonly v: number | null;
  readonly w: number | null;
}

const BLUE = "0,0,255,255";
const RED = "255,0,0,255";

function lay(
  chart: string,
  [v, w]: readonly [Kind | null, Kind | null],
  rows: readonly Row[],
  more = "",
): PageDocument {
  const type = (kind: Kind | null) => (kind === null ? "" : ` type=${kind}`);
  const source = `rpt 1
field rows[].name string(20) example=["A"]
field rows[].v? int example=[1]
field rows[].w? int example=[1]
page A4 {
  body {
    chart ${chart} rows w=120mm h=70mm alt="図" {
      category (.name)
      series "甲" (.v) color=#0000ff${type(v)}
      series "乙" (.w) color=#ff0000${type(w)}
      axis y min=-100 max=100 step=50
${more}    }
  }
}
`;
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  return layOutData(value, { rows: rows.map((row, at) => ({ name: `N${at}`, ...row })) }).value;
}

type Item = PageDocument["pages"][number]["items"][number];

const itemsOf = (document: PageDocument): readonly Item[] => document.pages[0]?.items ?? [];

/** The areas of a colour. */
const areas = (document: PageDocument, color: string) =>
  itemsOf(document).flatMap((item) => (item.kind === "fill" && item.color.join() === color ? [item.shape] : []));

/** The lines of a colour, without outlines of marks. */
const lines = (document: PageDocument, color: string) =>
  itemsOf(document).flatMap((item) =>
    item.kind === "stroke" && item.color.join() === color && item.widthEmu > 6_350 ? [item.shape] : [],
  );

const value = fc.option(fc.integer({ min: -99, max: 99 }), { nil: null });
const anyRows = fc.array(fc.record({ v: value, w: value }), { minLength: 1, maxLength: 8 });

test("a line over bars is where it is in a chart of lines, and the bars are where they are without it", () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const both = lay("bar", [null, "line"], rows);
      expect(lines(both, RED)).toEqual(lines(lay("line", [null, null], rows), RED));
      // The legend has a sample of each; bars that stand alone in their band are as wide with a line over them.
      expect(lines(both, BLUE)).toEqual([]);
      const alone = lay(
        "stacked",
        [null, null],
        rows.map((row) => ({ ...row, w: null })),
      );
      const heights = (document: PageDocument) => areas(document, BLUE).map((shape) => heightOf(shape));
      expect(heights(both)).toEqual(heights(alone));
    }),
    { numRuns: inLane({ fast: 20, full: 300 }) },
  );
});

test("the kind of the chart and the types of its series say the same", () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const drawn = (document: PageDocument) => itemsOf(document).map(shownBy).join("\n");
      const both = drawn(lay("bar", [null, "line"], rows));
      expect(drawn(lay("line", ["bar", null], rows))).toBe(both);
      expect(drawn(lay("bar", ["bar", "line"], rows))).toBe(both);
      expect(drawn(lay("bar", ["line", "line"], rows))).toBe(drawn(lay("line", [null, null], rows)));
      expect(drawn(lay("line", ["bar", "bar"], rows))).toBe(drawn(lay("bar", [null, null], rows)));
    }),
    { numRuns: inLane({ fast: 10, full: 200 }) },
  );
});

/** What an item shows, wherever it stands in the source. */
function shownBy(item: Item): string {
  const { kind } = item;
  if (kind === "glyphs") return `${item.run.text} ${item.xEmu} ${item.yEmu} ${item.sizeEmu} ${item.color.join()}`;
  return JSON.stringify({ ...item, span: null, node: null });
}

function heightOf(shape: ReturnType<typeof areas>[number]): number {
  if (shape.kind !== "path") return Number.NaN;
  const ys = shape.commands.flatMap((command) => (command.op === "close" ? [] : [command.yEmu]));
  return Math.max(...ys) - Math.min(...ys);
}

describe("a type that changes nothing is told", () => {
  test.each([
    ["pie", "type=line", "type has no effect in a pie chart"],
    ["bar", "dash=dot", "dash has no effect in a bar chart"],
    ["line", "type=bar dash=dot", "dash has no effect in a line chart"],
    ["bar", "type=line dash=dot", null],
  ])("%s %s", (chart, properties, message) => {
    const source = `rpt 1
field rows[].n int example=[1]
page A4 {
  body {
    chart ${chart} rows h=60mm alt="図" title="甲" {
      category (.n)
      series "甲" (.n) ${properties}
    }
  }
}
`;
    const told = compileSource(source).diagnostics.filter(({ code }) => code === "RPT1023");
    expect(told.map((each) => each.message)).toEqual(message === null ? [] : [message]);
  });
});
