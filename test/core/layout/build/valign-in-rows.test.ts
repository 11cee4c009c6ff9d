// `valign` of a row or a grid: whatever stands in it stands at the top, in the middle or at the foot of its height.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { ELEMENTS } from "../../../../src/core/schema/index.ts";
import { PICTURES, standings } from "../../../support/effect-samples.ts";
import { placedSample } from "../../../support/element-samples.ts";
import { layOutOf } from "../../../support/lay-out.ts";
import { shownBy } from "../../../support/shown-form.ts";

const HIGH = "rect w=9mm h=120mm fill=#dddddd";

/** The containers, around what stands beside something high. */
const AROUND: Readonly<Record<string, (valign: string) => readonly [open: string, close: string]>> = {
  row: (valign) => [`row gap=2mm ${valign} {`, `${HIGH}\n}`],
  "row with a height": (valign) => [`row h=120mm ${valign} {`, "}"],
  grid: (valign) => [`grid cols=[120mm, 20mm] ${valign} {`, `${HIGH}\n}`],
  "each in a row": (valign) => [`row gap=2mm {\neach loads ${valign} {`, `}\n${HIGH}\n}`],
  "row of an each": (valign) => [`row gap=2mm ${valign} {\neach loads {`, `}\n${HIGH}\n}`],
};

const LISTS = ['field loads[].key string(10) example=["L1"]', "field loads[].ratio decimal(5,1) example=[90.3]"];

/** An element's example within a container. */
function sample(element: (typeof ELEMENTS)[number], [open, close]: readonly [string, string]): string {
  const source = placedSample(standings(element).at(-1) ?? element, "within row");
  const declared = LISTS.filter((line) => open.includes("loads") && !source.includes(line.split(" ")[1] ?? ""));
  return source
    .replace("rpt 1\n", () => ["rpt 1", ...declared, ""].join("\n"))
    .replace("row gap=2mm {", () => open)
    .replace(/\n\}\n {2}\}\n\}\n$/, () => `\n${close}\n  }\n}\n`);
}

/** What no height moves: it has no place of its own, or is as high as the row. */
const UNMOVED = new Set(["break", "bookmark", "space", "use", "rect", "each"]);
const STANDING = ELEMENTS.filter(
  ({ parents, name }) => (parents as readonly string[]).includes("flow") && !UNMOVED.has(name),
);

describe.each(Object.entries(AROUND))("in a %s", (name, around) => {
  test.each(STANDING.map((element) => [element.name, element] as const))("%s", (_, element) => {
    const shown = ["", "valign=middle", "valign=bottom"].map((valign) =>
      shownBy(`${sample(element, around(valign))}${PICTURES}\n`),
    );
    expect(new Set(shown).size, `${element.name} in ${name}`).toBe(3);
  });
});

const EMU_PER_MM = 36_000;

/** Where the first thing that is drawn of an element begins, from the top of the row, in a row 60 mm high. */
function topMm(element: string, valign: string): number {
  const row = `row ${valign} {\n${element}\nrect w=9mm h=60mm fill=#dddddd\n}`;
  const source = `rpt 1\npage A4 margin=0mm {\nbody {\n${row}\n}\n}\n`;
  const page = layOutOf(source)().value.pages[0];
  const tops = (page?.items ?? []).flatMap((item) =>
    item.kind === "fill" && item.shape.kind === "rectangle" ? [item.shape.rectangle.topEmu] : [],
  );
  return Math.round(((tops[0] ?? -1) / EMU_PER_MM) * 10) / 10;
}

test.each([
  ["a box with a height", "box w=20mm h=10mm fill=#ff0000", [0, 0, 25, 50]],
  ["a box with a height and a valign of its own", "box w=20mm h=10mm fill=#ff0000 valign=top", [0, 0, 25, 50]],
  ["a text with a height", 'text "" w=20mm h=10mm fill=#ff0000', [0, 0, 25, 50]],
  ["a plate", "plate w=20mm h=10mm fill=#ff0000", [0, 0, 25, 50]],
  ["the ground of a box without a height", 'box w=20mm fill=#ff0000 {\ntext "k"\n}', [0, 0, 0, 0]],
  ["the ground of pairs", 'pairs label-w=9mm w=40mm fill=#ff0000 {\npair "k" "k"\n}', [0, 0, 0, 0]],
])("%s stands where the row says", (_, element, expected) => {
  const places = ["", "valign=top", "valign=middle", "valign=bottom"].map((valign) => topMm(element, valign));
  expect(places).toEqual(expected);
});

test("a row whose height is that of its only child is told of", () => {
  const told = (row: string) =>
    compileSource(`rpt 1\npage A4 margin=10mm {\nbody {\n${row}\n}\n}\n`).diagnostics.flatMap(({ code, message }) =>
      code === "RPT1023" ? [message] : [],
    );
  expect(told('row valign=middle {\ntext "k" w=20mm\n}')).toEqual([
    "valign has no effect in row that is as high as its only child",
  ]);
  expect(told('row valign=middle h=9mm {\ntext "k" w=20mm\n}')).toEqual([]);
  expect(told('row valign=middle {\ntext "k" w=20mm\ntext "k" w=20mm\n}')).toEqual([]);
});
