import { expect, test } from "vitest";
import {
  bundledFonts,
  createEngine,
  type PageImagesDrawing,
  type PageImagesRequest,
  renderersAt,
} from "../../../src/core/engine/index.ts";
import { INVOICE, RATIO } from "./sources.ts";

const SVG_PLUGIN = new URL("../../../src/plugins/renderers/svg/index.ts", import.meta.url).href;

const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([SVG_PLUGIN]) });

const STOCK = `rpt 1
document stock
field name string(20) example="山本"
page A5 portrait margin=10mm {
  background print=false {
    text "複写用紙" x=10mm y=10mm w=40mm h=6mm
  }
  body {
    text (name)
    break page
    text "二枚目"
  }
}
`;

function asked(source: string, changes: Partial<PageImagesRequest> = {}): PageImagesRequest {
  return { source, data: null, renderer: "svg", page: null, dpi: 96, ...changes };
}

async function drawing(request: PageImagesRequest): Promise<PageImagesDrawing> {
  const answer = await engine.pageImages(request);
  if (answer.kind !== "preview") throw new Error("The source does not compile.");
  return answer.drawing;
}

/** The pages that were drawn, as text. */
function drawn(answer: PageImagesDrawing): readonly (readonly [page: number, svg: string])[] {
  if (answer.kind !== "drawn") throw new Error(answer.kind);
  return [...answer.images].map(({ page, bytes }) => [page, new TextDecoder().decode(bytes)]);
}

test("a preview shows every page, and the pre-printed stock that the PDF leaves out", async () => {
  const answer = await drawing(asked(STOCK));
  const pages = drawn(answer);
  expect(answer).toMatchObject({ kind: "drawn", pages: 2 });
  expect(pages.map(([page]) => page)).toEqual([1, 2]);
  for (const [, svg] of pages) expect(svg).toContain(">複写用紙</text>");
  expect(pages[0]?.[1]).toContain(">山本</text>");
});

test("one page is drawn where one is asked for, and none where it does not exist", async () => {
  const second = drawn(await drawing(asked(STOCK, { page: 2 })));
  expect(second.map(([page]) => page)).toEqual([2]);
  expect(second[0]?.[1]).toContain(">二枚目</text>");
  const third = await drawing(asked(STOCK, { page: 3 }));
  expect(third).toMatchObject({ kind: "drawn", pages: 2 });
  expect(drawn(third)).toEqual([]);
});

test("data take the place of the examples", async () => {
  const data = new TextEncoder().encode('{"name": "高橋"}');
  const answer = await engine.pageImages(asked(STOCK, { data, page: 1 }));
  if (answer.kind !== "preview") throw new Error(answer.kind);
  expect(answer.usedExamples).toBe(false);
  expect(drawn(answer.drawing)[0]?.[1]).toContain(">高橋</text>");
});

test.for([
  ["no JSON", STOCK, "[", { kind: "malformed" }],
  ["no object", STOCK, "[]", { kind: "malformed" }],
  ["a value too long", STOCK, `{"name": "${"あ".repeat(21)}"}`, { kind: "violations" }],
  ["a division by zero", RATIO, '{"items": [{"part": 1, "whole": 0}]}', { kind: "refused" }],
] as const)("data with %s are answered and not drawn", async ([, source, data, expected]) => {
  expect(await drawing(asked(source, { data: new TextEncoder().encode(data) }))).toMatchObject(expected);
});

test("a source with errors is answered with its findings", async () => {
  const answer = await engine.pageImages(asked("rpt 1\npage A4 {"));
  expect(answer.kind).toBe("invalid-source");
});

test("more pixels than the rasteriser draws are refused with what goes", async () => {
  const answer = await drawing(asked(INVOICE, { renderer: "png", dpi: 2400 }));
  expect(answer).toEqual({ kind: "too-fine", page: 1, dpiMax: 1017 });
  expect(await drawing(asked(INVOICE, { dpi: 2400 }))).toMatchObject({ kind: "drawn" });
});

test("asking for a renderer that draws no pages is the caller's mistake", async () => {
  await expect(engine.pageImages(asked(STOCK, { renderer: "gif" }))).rejects.toThrow("no page renderer 'gif'");
});
