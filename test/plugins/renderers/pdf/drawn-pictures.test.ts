import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine, DEFAULT_CREATED_AT, renderersAt } from "../../../../src/core/engine/index.ts";
import { checkByQpdf, pixels, unpacked } from "./opened-pdf.ts";

const PDF = new URL("../../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;
const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([PDF]) });
const SOURCE = `rpt 1
asset drawing src='asset:drawing.svg'
page 100mm 100mm margin=10mm {
  body {
    image drawing w=80mm h=80mm fit=cover
  }
}
`;

async function draw(content: string): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${content}</svg>`;
  const answer = await engine.preview({
    source: SOURCE,
    data: null,
    assets: { "drawing.svg": new TextEncoder().encode(svg) },
    renderer: "pdf",
    options: { createdAt: DEFAULT_CREATED_AT },
  });
  if (answer.kind !== "preview" || answer.rendering.kind !== "rendered") throw new Error(JSON.stringify(answer));
  await checkByQpdf(answer.rendering.bytes);
  return answer.rendering.bytes;
}

describe("drawings in a PDF", () => {
  test("keep their clips, fill rules, ends and corners", async () => {
    const shapes = [
      '<path fill-rule="evenodd" d="M10 10h60v60h-60zM20 20h40v40h-40z"/>',
      '<path d="M-20 50h200" stroke="#f00" stroke-width="4" stroke-linecap="round" stroke-linejoin="bevel"/>',
    ];
    const content = await unpacked(await draw(shapes.join("")));
    expect(content).toMatch(/W n\n/);
    expect(content).toMatch(/^f\*$/m);
    expect(content).toMatch(/^1 J$/m);
    expect(content).toMatch(/^2 j$/m);
  });

  test("begin their dashes where they say, and cut their corners at their limit", async () => {
    const dashed = '<path d="M10 10h80" stroke="#f00" stroke-dasharray="8 4" stroke-dashoffset="2"/>';
    const pointed = '<path d="M10 30l40 5l-40 5" fill="none" stroke="#00f" stroke-miterlimit="20"/>';
    const plain = '<path d="M10 60h80" stroke="#f00"/>';
    const content = await unpacked(await draw(dashed + pointed + plain));
    // 80 mm show a hundred units: 0.8 mm are 2.268 points.
    expect(content.match(/^\[.*\][\d.]+ d$/gm)).toEqual(["[18.142 9.071]4.535 d", "[]0 d"]);
    expect(content.match(/^[\d.]+ M$/gm)).toEqual(["20 M", "10 M"]);
  });

  test("show what the drawing shows", async () => {
    const clip = '<clipPath id="c"><rect x="50" y="0" width="50" height="100"/></clipPath>';
    const bytes = await draw(`${clip}<g clip-path="url(#c)"><path fill="#00f" d="M0 0h100v100h-100z"/></g>`);
    const page = await pixels(bytes);
    const at = (x: number, y: number) =>
      page.at(Math.round((x / 100) * page.width), Math.round((y / 100) * page.height));
    expect(at(30, 50)).toEqual([255, 255, 255]);
    expect(at(70, 50)).toEqual([0, 0, 255]);
    expect(at(95, 50)).toEqual([255, 255, 255]);
  });
});
