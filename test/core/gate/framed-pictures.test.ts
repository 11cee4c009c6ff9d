// The frame of a picture lies over it. In a list each frame is that of its own picture, and no hull of several.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
const SVG = '<svg viewBox="0 0 4 3"><path d="M0 0h4v3H0z" fill="#ccc"/></svg>';
const AREA = `data:image/svg+xml;base64,${Buffer.from(SVG).toString("base64")}`;

function found(photo: string): readonly string[] {
  const source = `rpt 1
document album title="写真台帳" lang=ja
field photos[] max=12
field photos[].img image example=["${AREA}", "${AREA}"]
field photos[].cap text(60) example=["施工前", "施工後\\n良好"]
sizes body=9pt
style base size=body
page A4 margin=15mm {
  body gap=4mm {
    each photos {
      text (.cap)
      ${photo}
    }
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  return diagnostics.flatMap(({ code, message }) => (message.includes("overlap") ? [`${code} ${message}`] : []));
}

test.each([
  ["a frame", "w=30mm h=20mm fit=contain border=0.25pt"],
  ["a thick frame about a picture that fills its box", "w=30mm h=20mm fit=cover border=[1.5pt, red]"],
  ["a frame at two sides", "w=30mm h=20mm border-top=0.5pt border-left=0.5pt"],
  ["no frame", "w=30mm h=20mm"],
])("pictures of a list with %s overlap nothing", (_, looks) => {
  expect(found(`image (.img) ${looks} alt="写真"`)).toEqual([]);
});

test("what lies on a framed picture is told still", () => {
  const told = found(`plate h=20mm w=60mm {
        image (.img) x=0mm y=0mm w=30mm h=20mm fit=cover border=0.25pt alt="写真"
        text "撮影済" x=5mm y=8mm w=20mm
      }`);
  expect(told.length).toBeGreaterThan(0);
  for (const one of told) expect(one).toMatch(/^RPT(?:5001|4031) /);
});
