// Where a heading stands over its column: as the column's text, or in the middle between vertical lines.
import { describe, expect, test } from "vitest";
import type { GlyphRunItem } from "../../../../src/core/layout/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const LINES = {
  none: { style: "", column: "", ruled: false },
  rows: { style: "border-bottom=0.25pt", column: "", ruled: false },
  all: { style: "border=0.25pt", column: "", ruled: true },
  left: { style: "border-left=0.25pt", column: "", ruled: true },
  "a column's": { style: "border-bottom=0.25pt", column: "border-right=0.25pt", ruled: true },
  "the table's": { style: "", column: "", table: "border=0.25pt", ruled: false },
} as const;

const ALIGNS = {
  "": "left",
  left: "left",
  center: "center",
  right: "right",
  justify: "left",
  distribute: "center",
} as const;
type Align = keyof typeof ALIGNS;

const HEADS = {
  columns: "",
  tier: 'head {\ncell "見出" col=n\ncell "他" col=v\n}',
  across: 'head {\ncell "見出" col=n..v\n}',
} as const;

interface Form {
  readonly lines: keyof typeof LINES;
  readonly align: Align;
  readonly head: keyof typeof HEADS;
  readonly headStyle: "" | "left" | "center" | "right";
  readonly ofTable: boolean;
}

const WIDTH_MM = 60;
const MM = 36_000;

function sourceOf({ lines, align, head, headStyle, ofTable }: Form): string {
  const written = align === "" ? "" : `align=${align}`;
  const { style, column, ...more } = LINES[lines];
  return `rpt 1
field i[].n string(9) example=["品"]
field i[].v string(9) example=["値"]
sizes body=9pt
style base size=body line-height=1
style cells ${style === "" ? "padding=0mm" : style} ${ofTable ? written : ""}
style heads ${headStyle === "" ? "weight=bold" : `align=${headStyle}`}
page w=100mm h=80mm margin=5mm {
  body {
    table i style=cells head-style=heads ${"table" in more ? more.table : ""} w=${WIDTH_MM + 20}mm {
      ${HEADS[head]}
      column n "見出" w=${WIDTH_MM}mm ${ofTable ? "" : written} ${column}
      column v "他" w=20mm
    }
  }
}
`;
}

/** Where the heading stands in the cell that it is in. */
function placeOf(form: Form): "left" | "center" | "right" {
  const { value } = layOutSource(sourceOf(form));
  const item = value.pages[0]?.items.find(
    (one): one is GlyphRunItem => one.kind === "glyphs" && one.run.text.startsWith("見"),
  );
  if (item === undefined) throw new Error("no heading");
  const width = (form.head === "across" ? WIDTH_MM + 20 : WIDTH_MM) * MM;
  const before = item.xEmu - 5 * MM;
  const after = width - before - item.advanceEmu;
  if (Math.abs(before - after) < MM) return "center";
  return before < after ? "left" : "right";
}

const FORMS = (Object.keys(LINES) as (keyof typeof LINES)[]).flatMap((lines) =>
  (Object.keys(ALIGNS) as Align[]).flatMap((align) =>
    (Object.keys(HEADS) as (keyof typeof HEADS)[]).flatMap((head) =>
      (["", "left", "center", "right"] as const).flatMap((headStyle) =>
        [true, false].map((ofTable): Form => ({ lines, align, head, headStyle, ofTable })),
      ),
    ),
  ),
);

describe.each(Object.keys(LINES) as (keyof typeof LINES)[])("with lines: %s", (lines) => {
  test.each(Object.keys(ALIGNS) as Align[])("over a column of align=%s", (align) => {
    for (const form of FORMS.filter((one) => one.lines === lines && one.align === align)) {
      const own = LINES[lines].ruled || form.head === "across" ? "center" : ALIGNS[align];
      expect(placeOf(form), JSON.stringify(form)).toBe(form.headStyle === "" ? own : form.headStyle);
    }
  });
});
