import { describe, expect, test } from "vitest";
import {
  bundledFonts,
  createEngine,
  type PageImagesDrawing,
  type PageImagesRequest,
  renderersAt,
} from "../../../../src/core/engine/index.ts";
import { INVOICE, RATIO } from "../sources.ts";

const SVG_PLUGIN = new URL("../../../../src/plugins/renderers/svg/index.ts", import.meta.url).href;
const PDF_PLUGIN = new URL("../../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;

const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([SVG_PLUGIN, PDF_PLUGIN]) });

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

describe("what is found of the pages is what a render finds", () => {
  const FORM = `rpt 1
document memo
field memo   string(200) example="短い"
field total? int         example=1
page A5 portrait margin=10mm {
  body {
    text (memo) w=30mm h=5mm
    text (total) when=(has(total))
  }
}
`;
  test.each([
    ["nothing is wrong", { memo: "短い" }],
    ["a text is too long", { memo: "長い".repeat(40) }],
    ["a member is misspelt", { memo: "短い", totall: 3 }],
    ["there are examples only", null],
  ])("where %s", async (_, payload) => {
    const source = FORM;
    const data = payload === null ? null : new TextEncoder().encode(JSON.stringify(payload));
    const answer = await drawing(asked(source, { data }));
    const options = { createdAt: "2026-11-23T00:00:00Z" };
    const rendered = await engine.preview({ source, data, renderer: "pdf", options });
    if (answer.kind !== "drawn" || rendered.kind !== "preview" || rendered.rendering.kind !== "rendered") {
      throw new Error("The form was not drawn.");
    }
    expect(answer.diagnostics).toEqual(rendered.rendering.diagnostics);
    expect(answer.diagnostics.length > 0).toBe(payload !== null && (payload.memo !== "短い" || "totall" in payload));
  });
});
