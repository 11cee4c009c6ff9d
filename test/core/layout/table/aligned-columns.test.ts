// `align=` of a column holds for the elements in its cells as it does for texts there.
import { expect, test } from "vitest";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const form = (column: string, around = ""): string => `rpt 1
field items[].name string(4) example=["机"]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
style own align=left
page w=100mm h=60mm margin=10mm {
  body {
    table items header=none ${around} {
      column other "他" w=20mm ""
      column name "名" w=60mm ${column}
    }
  }
}
`;

/** From where to where what is drawn lies, in millimetres. */
function drawn(column: string, around = ""): readonly [number, number] {
  const { value } = layOutSource(form(column, around));
  const sides = (value.pages[0]?.items ?? []).flatMap((item): number[] => {
    if (item.kind === "glyphs") return [item.xEmu, item.xEmu + item.advanceEmu];
    if (item.kind === "image") return [item.rectangle.leftEmu, item.rectangle.rightEmu];
    if (item.kind === "link") return [];
    if (item.shape.kind === "rectangle") return [item.shape.rectangle.leftEmu, item.shape.rectangle.rightEmu];
    return item.shape.commands.flatMap((one) => ("xEmu" in one ? [one.xEmu] : []));
  });
  return [Math.min(...sides) / EMU_PER_MM, Math.max(...sides) / EMU_PER_MM];
}

const BLOCKS = [
  "rect w=10mm h=5mm stroke=0.5pt",
  "text (.name)",
  "label (.name)",
  "stack {\n text (.name)\n}",
  "stack {\n stack {\n rect w=10mm h=5mm stroke=0.5pt\n}\n}",
  "stack w=20mm {\n rect w=10mm h=5mm stroke=0.5pt\n}",
  "box w=20mm border=0.5pt {\n text (.name)\n}",
  'check (.name == "机") "済" w=10mm',
  'seal "印" w=10mm h=10mm',
  "line w=10mm stroke=0.5pt",
  "each items as=q {\n text (q.name)\n}",
] as const;

test.each(BLOCKS)("%s", (block) => {
  const [left, leftEnd] = drawn(`{\n ${block}\n}`);
  const width = leftEnd - left;
  const [centre, centreEnd] = drawn(`align=center {\n ${block}\n}`);
  const [right, rightEnd] = drawn(`align=right {\n ${block}\n}`);
  expect(left).toBeLessThan(33);
  expect((centre + centreEnd) / 2).toBeCloseTo(60, 0);
  expect(rightEnd).toBeGreaterThan(86.5);
  expect(right - left).toBeGreaterThan(60 - width - 7);
  expect(drawn(`{\n ${block}\n}`, "align=right")).toEqual([right, rightEnd]);
});

test("what the element itself says stands", () => {
  const plain = drawn("{\n rect w=10mm h=5mm stroke=0.5pt\n}");
  expect(drawn("align=right {\n rect w=10mm h=5mm stroke=0.5pt place=left\n}")).toEqual(plain);
  const words = drawn("{\n text (.name)\n}");
  for (const own of ["align=left", "style=own"]) {
    expect(drawn(`align=right {\n text (.name) ${own}\n}`)).toEqual(words);
    expect(drawn(`align=right {\n stack ${own} {\n text (.name) ${own}\n}\n}`)).toEqual(words);
  }
});
