// `fit` in every place that takes it: it draws something else than without it, or it is told that it has no effect.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { sampled } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const LONG = "請求金額は税込みの金額です".repeat(7);
/** Vertical lines are as long as a page is high, and as many as it is wide; some the text ends itself. */
const LONGEST = `${LONG.repeat(18)}${"\n甲".repeat(60)}`;
const dataOf = (name: string) => ({ rows: [{ name }, { name }], name });

/** Absolute texts have a width; the one that the row of the table says stands in its place. */
const ABSOLUTE_WIDTH = "w=60mm";

/** The form with what is said where its mark stands. */
function written(place: string, said: string): string {
  const source = PLACES[place] ?? "";
  return source
    .replace("§", () => said)
    .replace("¤", () => (said.includes("w=2") ? said : `${said} ${ABSOLUTE_WIDTH}`));
}

const page = (body: string, bands = ""): string => `rpt 1
field rows[].name text(9000) example=["甲"]
field name text(9000) example="甲"
page 120mm 200mm margin=10mm {
${bands}  body {
${body}
  }
}
`;
const inTable = (line: string, head = "table rows"): string =>
  page(`${head} {\n column name "品名" w=20mm\n ${line}\n}`);

/** Where a `fit` may be written; `§` is where it stands, and what else is said with it. */
const PLACES: Readonly<Record<string, string>> = {
  "a text": page("text (name) §"),
  "a label": page("label (name) §"),
  "rich text": page("rich § {\n span (name)\n}"),
  "a check": page('check (true) "{name}" §'),
  "a stack": page("stack § {\n text (name)\n}"),
  "a box": page("box § {\n text (name)\n}"),
  "an each": page("each rows § {\n text (.name)\n}"),
  columns: page("columns n=1 § {\n text (name)\n}"),
  "a row": page("row § {\n text (name) w=20mm\n text (name) w=20mm\n}"),
  "a text in a row": page('row {\n text (name) §\n text "後" w=20mm\n}'),
  "a text on a plate": page("plate h=80mm {\n text (name) x=0mm y=0mm ¤\n}"),
  "a text in a header": page('text "本文"', "  header h=60mm {\n    text (name) x=0mm y=0mm ¤\n  }\n"),
  "a text in a footer": page('text "本文"', "  footer h=60mm {\n    text (name) x=0mm y=0mm ¤\n  }\n"),
  "a text in the background": page('text "本文"', "  background {\n    text (name) x=10mm y=90mm ¤\n  }\n"),
  "a table": page('table rows § {\n column name "品名" w=20mm\n}'),
  "a column": page('table rows {\n column name "品名" §\n column n "数" (name) w=20mm\n}'),
  "cells of a foot": inTable("foot {\n cell col=name (name) §\n}"),
  "a foot": inTable("foot § {\n cell col=name (name)\n}"),
  "a text in a cell": page('table rows {\n column n "品名" w=30mm {\n text (.name) §\n }\n}'),
  "a schedule's column": page(
    "gantt rows {\n column name \"名\" §\n scale from=(date('2026-10-01')) to=(date('2026-10-09')) unit=day\n" +
      " bar start=(date('2026-10-02')) end=(date('2026-10-03'))\n}",
  ),
  "a ruled grid": page("grid cols=[20mm] border=1pt rules=0.25pt § {\n cell (name)\n}"),
  "a cell of a grid": page("grid cols=[20mm] border=1pt rules=0.25pt {\n cell (name) §\n}"),
  pairs: page('pairs label-w=20mm § {\n pair "名" (name)\n}'),
  "a pair": page('pairs label-w=20mm {\n pair "名" (name) §\n}'),
};

const BESIDE = ["", "w=20mm", "h=6mm", "max-h=6mm", "w=20mm h=6mm", "lines=1", "wrap=none", "wrap=char"];
const VERTICAL = ["writing=vertical", "writing=vertical h=30mm", "writing=vertical w=20mm"];

/** What is drawn: all runs of letters with their places and sizes. */
function drawn(source: string): string {
  const { value } = layOutSource(source, dataOf(source.includes("vertical") ? LONGEST : LONG));
  return JSON.stringify(
    value.pages.map(({ items }) =>
      items.flatMap((item) => (item.kind === "glyphs" ? [[item.xEmu, item.yEmu, item.run.text, item.advanceEmu]] : [])),
    ),
  );
}

function isRefused(source: string): boolean {
  return compileSource(source, {}).value === null;
}

function toldOf(source: string): readonly string[] {
  const told = compileSource(source, {}).diagnostics.filter(
    ({ code, message }) => code === "RPT1023" && /^fit/u.test(message),
  );
  return told.map(({ message }) => message);
}

describe.each(Object.keys(PLACES))("fit of %s", (place) => {
  test.each(sampled([...BESIDE, ...VERTICAL], 3, Object.keys(PLACES).indexOf(place)))(
    "beside %j is drawn or told",
    (beside) => {
      const plain = written(place, beside);
      if (isRefused(plain)) {
        // Not every place takes all of the properties.
        expect(["w", "h", "max-h"].some((name) => beside.includes(`${name}=`))).toBe(true);
        return;
      }
      for (const fit of ["clip", "shrink"]) {
        const source = written(place, `${beside} fit=${fit}`);
        const isDrawn = drawn(source) !== drawn(plain);
        expect(isDrawn !== toldOf(source).length > 0, `fit=${fit}: drawn ${isDrawn}, ${toldOf(source)}`).toBe(true);
      }
    },
  );
});

test.each(Object.keys(PLACES))("the repair in %s makes it work", (place) => {
  const source = written(place, "fit=clip");
  const [finding] = compileSource(source, {}).diagnostics.filter(({ code }) => code === "RPT1023");
  const edit = finding?.repair?.edits[0];
  if (finding === undefined || edit === undefined) throw new Error(`nothing is told of fit=clip in ${place}`);
  const mended = source.slice(0, edit.span.start) + edit.text + source.slice(edit.span.end);
  expect(toldOf(mended)).toEqual([]);
  expect(drawn(mended)).not.toBe(drawn(source));
});

/** A number of many digits and what stands around it, in boxes from too narrow to wide enough. */
describe.each(["h=30mm", "lines=4", ""])("a number in a text with fit=clip %s", (bound) => {
  test.each([12, 16, 20, 24, 30])("%d mm wide is whole on its line, or it is told", (width) => {
    for (const element of [`text "合計 1,234,567,890円"`, "rich"]) {
      const block = element === "rich" ? ' {\n span "合計 1,234,567,890円"\n}' : "";
      const { value, diagnostics } = layOutSource(
        page(`${element} w=${width}mm fit=clip ${bound}${block}`),
        dataOf("甲"),
      );
      const lines = value.pages.flatMap(({ items }) =>
        items.flatMap((item) => (item.kind === "glyphs" ? [item.run.text] : [])),
      );
      const isWhole = lines.some((line) => line.includes("1,234,567,890"));
      const told = diagnostics.filter(({ code }) => code === "RPT4004" || code === "RPT4003");
      expect(isWhole || told.length > 0, `${element}: ${lines.join("|")} ${told.length}`).toBe(true);
    }
  });
});

test("the label of a seal is cut at the edge of its box", () => {
  const label = "承認者の氏名と所属する部署の名称がとても長い";
  const [cut, whole] = ["clip", "wrap"].map((fit) =>
    layOutSource(page(`seal "${label}" w=15mm fit=${fit}`), dataOf("甲")),
  );
  expect(cut?.diagnostics.map(({ code }) => code)).toEqual(["RPT4003"]);
  expect(whole?.diagnostics.map(({ code }) => code)).toContain("RPT4001");
});
