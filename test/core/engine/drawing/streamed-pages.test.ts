import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Crew } from "../../../../src/core/engine/drawing/crew.ts";
import { drawRun, receivedRun, sentRun } from "../../../../src/core/engine/drawing/record-runs.ts";
import { bundledFonts, createEngine, type Engine, type RenderAnswer } from "../../../../src/core/engine/index.ts";
import type { PageDocument, Renderer } from "../../../../src/core/sdk/index.ts";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { pngFile } from "../../../plugins/renderers/pdf/images/picture-files.ts";
import { inLane } from "../../../support/lane.ts";
import { admitAll, INVOICE, requestFor, templateOf } from "../sources.ts";

const { parts: _, ...wholePdf } = pdfRenderer;

/** Short pages that show all that parts have in common: two weights, vertical text, an image, links, findings. */
const CARDS = `rpt 1
document cards lang=ja name="名刺" title="{name}"
field name string(30) example="山田"
field memo text(400) example="備考"
field photo image example="${dataUri(40)}"
page w=105mm h=74mm margin=6mm {
  header h=6mm {
    text "名刺" x=0mm y=0mm w=40mm h=5mm
    line x=0mm y=6mm w=100mm stroke=0.25pt
  }
  body gap=2mm {
    bookmark "{name}"
    text "{name}" weight=bold
    text "{memo}" h=5mm w=30mm
    text "公式" link="https://example.com/"
    row gap=2mm {
      image (photo) w=10mm h=10mm alt="写真"
      text "縦書き" writing=vertical h=20mm
    }
  }
}
`;

function dataUri(shade: number): string {
  const picture = pngFile({
    ...{ width: 8, height: 8, bitDepth: 8, colorType: 6 },
    pixel: (x, y) => [shade, x * 9, y * 9, 128],
  });
  return `data:image/png;base64,${Buffer.from(picture).toString("base64")}`;
}

function engineOf(renderer: Renderer): Engine {
  return createEngine({ fonts: bundledFonts(), renderers: async () => [renderer] });
}

/** A batch of so many records by a renderer. */
async function batch(
  renderer: Renderer,
  source: string,
  password?: string,
  crew?: Crew,
  records = 12,
): Promise<RenderAnswer> {
  const engine = engineOf(renderer);
  const template = templateOf(engine, source);
  const data = JSON.parse(template.example) as Record<string, unknown>;
  const list = Array.from({ length: records }, (_each, index) => ({
    ...data,
    ...("note" in data ? { note: `${index + 1}件目の備考` } : {}),
    ...("memo" in data
      ? { name: `社員${index % 7}`, memo: "長い備考".repeat(index % 9), photo: dataUri(index % 3) }
      : {}),
  }));
  const request = requestFor(template, list, renderer.id);
  const options = { ...request.options, ...(password === undefined ? {} : { password }) };
  return engine.render({ ...request, isList: true, options }, admitAll, crew);
}

const KINDS: readonly (readonly [string, string, string | undefined])[] = [
  ["plain", "", undefined],
  ["tagged", "ua=1", undefined],
  ["archived", "pdf=a-3a", undefined],
  ["encrypted", "encrypt", "ひみつ"],
];

/** A source that promises what the kind says. */
function promising(source: string, promise: string): string {
  if (promise === "encrypt") return source.replace(/^page /m, "encrypt aes-256 open=required\npage ");
  return source.replace(/^(document .*)$/m, `$1 ${promise}`.trimEnd());
}

/** Draws runs that end at these records, each sent as to another thread, the later ones first. */
function splitAt(ends: readonly number[]): Crew {
  return async ({ job, take }) => {
    const cuts = [...new Set([...ends, job.plan.count])].filter((end) => end <= job.plan.count).sort((a, b) => a - b);
    const ranges = cuts.map((to, index) => ({ from: cuts[index - 1] ?? 0, to })).filter(({ from, to }) => from < to);
    const sent = ranges.toReversed().map((range) => {
      const { value, memory } = sentRun(job, drawRun(job, range));
      return structuredClone(value, { transfer: [...memory] });
    });
    for (const run of sent.toReversed()) if (!take(receivedRun(job, run))) return;
  };
}

describe("a batch that is drawn run by run", () => {
  test.each(KINDS)("has the bytes of one that is drawn at once: %s", async (_kind, promise, password) => {
    const source = promising(INVOICE, promise);
    const streamed = await batch(pdfRenderer, source, password);
    expect(streamed).toMatchObject({ kind: "rendered", records: 12 });
    expect(streamed).toEqual(await batch(wholePdf, source, password));
  });

  test.each(KINDS)(
    "has the same bytes and findings however its records are split: %s",
    async (_kind, promise, password) => {
      const source = promising(CARDS, promise);
      const records = 25;
      const whole = await batch(wholePdf, source, password, undefined, records);
      expect(whole).toMatchObject({ kind: "rendered", records });
      const splits = [[], [1], [12], [8, 17], [3, 7, 11, 15, 19, 23], Array.from({ length: records }, (_, at) => at)];
      for (const ends of splits)
        expect(await batch(pdfRenderer, source, password, splitAt(ends), records)).toEqual(whole);
      const ends = fc.array(fc.integer({ min: 1, max: records - 1 }), { maxLength: 8 });
      const runs = fc.asyncProperty(ends, async (cuts) => {
        expect(await batch(pdfRenderer, source, password, splitAt(cuts), records)).toEqual(whole);
      });
      await fc.assert(runs, { numRuns: inLane({ fast: 2, full: 25 }) });
    },
  );

  test("has them also where it is so long that its fonts are packed with less effort", async () => {
    const records = inLane({ fast: 90, full: 200 });
    const whole = await batch(wholePdf, INVOICE, undefined, undefined, records);
    expect(whole.kind === "rendered" ? whole.bytes.length : 0).toBeGreaterThan(150 * 1024);
    expect(await batch(pdfRenderer, INVOICE, undefined, undefined, records)).toEqual(whole);
    expect(await batch(pdfRenderer, INVOICE, undefined, splitAt([1, 50, 70]), records)).toEqual(whole);
  });

  test("hands pages over as they come and keeps their sizes alone", async () => {
    const handed: number[] = [];
    let rest: PageDocument | null = null;
    const watching: Renderer = {
      ...wholePdf,
      parts: {
        begin: () => ({
          add: (_document, page) => handed.push(page.items.length),
          finish: ({ images, structure }) => ({ fonts: [], images, structure, pages: null, bytes: 0, memory: [] }),
          bytes: 0,
        }),
        assemble: () => ({
          add: () => {},
          bytes: 0,
          finish(document) {
            rest = document;
            return new Uint8Array(1);
          },
        }),
      },
    };
    await batch(watching, INVOICE);
    expect(handed.length).toBe(12);
    expect(handed.every((items) => items > 50)).toBe(true);
    const left = (rest as PageDocument | null)?.pages ?? [];
    expect(left.map((page) => [page.widthEmu > 0, page.items.length])).toEqual(handed.map(() => [true, 0]));
  });

  test("pages that share a sheet with other records are drawn at once", async () => {
    const labels = INVOICE.replace(/^page A4 portrait/m, "page A4 portrait n-up=[2, 2]");
    const watching: Renderer = {
      ...wholePdf,
      parts: {
        begin: () => {
          throw new Error("labels can't be drawn record by record");
        },
        assemble: pdfRenderer.parts?.assemble ?? expect.fail,
      },
    };
    expect(await batch(watching, labels)).toEqual(await batch(pdfRenderer, labels));
  });
});
