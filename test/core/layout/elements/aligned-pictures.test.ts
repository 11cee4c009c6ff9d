import { describe, expect, test } from "vitest";
import { pngFile } from "../../../plugins/renderers/pdf/images/picture-files.ts";
import { layOutSource } from "../../../support/lay-out.ts";

// Where a picture stands in its box, and the box in its container: the same for pixels and drawings.

const MM = 36_000;
const PNG = Buffer.from(
  pngFile({ width: 40, height: 20, bitDepth: 8, colorType: 2, pixel: () => [40, 90, 160] }),
).toString("base64");
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20h-40z"/></svg>',
).toString("base64");

/** The picture's left and top edge from the body's corner, and its size, in millimetres. */
function placeOf(picture: string, properties: string): readonly number[] {
  const source = `rpt 1
field pic image
page 120mm 120mm margin=10mm {
  body {
    image (pic) ${properties}
  }
}
`;
  const items = layOutSource(source, { pic: picture }).value.pages[0]?.items ?? [];
  const [edges] = items.flatMap((item) => {
    if (item.kind === "image") {
      const { leftEmu, topEmu, rightEmu, bottomEmu } = item.rectangle;
      return [[leftEmu, topEmu, rightEmu, bottomEmu]];
    }
    if (item.kind !== "fill" || item.shape.kind !== "path") return [];
    const points = item.shape.commands.flatMap((command) => (command.op === "close" ? [] : [command]));
    const [xs, ys] = [points.map(({ xEmu }) => xEmu), points.map(({ yEmu }) => yEmu)];
    return [[Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]];
  });
  const [left = 0, top = 0, right = 0, bottom = 0] = edges ?? [];
  return [left - 10 * MM, top - 10 * MM, right - left, bottom - top].map((emu) => Math.round(emu / MM));
}

describe.each([
  ["pixels", PNG],
  ["a drawing", SVG],
])("%s", (_, picture) => {
  test.each([
    // As wide as its height asks for: the box stands where the picture is to stand.
    ["h=10mm", [0, 0, 20, 10]],
    ["h=10mm align=center", [40, 0, 20, 10]],
    ["h=10mm align=right", [80, 0, 20, 10]],
    ["h=10mm align=right place=left", [0, 0, 20, 10]],
    // Wider or higher than the picture.
    ["w=60mm h=10mm", [20, 0, 20, 10]],
    ["w=60mm h=10mm align=left", [0, 0, 20, 10]],
    ["w=60mm h=10mm align=right", [80, 0, 20, 10]],
    ["w=20mm h=30mm", [0, 10, 20, 10]],
    ["w=20mm h=30mm valign=top", [0, 0, 20, 10]],
    ["w=20mm h=30mm valign=bottom", [0, 20, 20, 10]],
    ["w=60mm h=10mm align=center valign=middle", [40, 0, 20, 10]],
  ])("%s", (properties, expected) => {
    expect(placeOf(picture, properties)).toEqual(expected);
  });
});

test("cover shows the side that is named", () => {
  // 60 mm high, the picture is 120 mm wide, of which 40 mm are shown.
  expect(placeOf(PNG, "w=40mm h=60mm fit=cover align=left")).toEqual([0, 0, 120, 60]);
  expect(placeOf(PNG, "w=40mm h=60mm fit=cover")).toEqual([-40, 0, 120, 60]);
  expect(placeOf(PNG, "w=40mm h=60mm fit=cover align=right")[0]).toBe(-20);
});
