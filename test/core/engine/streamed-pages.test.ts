import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine, type RenderAnswer } from "../../../src/core/engine/index.ts";
import type { PageDocument, Renderer } from "../../../src/core/sdk/index.ts";
import { pdfRenderer } from "../../../src/plugins/renderers/pdf/index.ts";
import { admitAll, INVOICE, requestFor, templateOf } from "./sources.ts";

const { begin: _, ...wholePdf } = pdfRenderer;

function engineOf(renderer: Renderer) {
  return createEngine({ fonts: bundledFonts(), renderers: async () => [renderer] });
}

/** A batch of invoices by a renderer. */
async function batch(renderer: Renderer, source: string, password?: string): Promise<RenderAnswer> {
  const engine = engineOf(renderer);
  const template = templateOf(engine, source);
  const data = JSON.parse(template.example) as Record<string, unknown>;
  const list = Array.from({ length: 12 }, (_each, index) => ({ ...data, note: `${index + 1}件目の備考` }));
  const request = requestFor(template, list, renderer.id);
  const options = { ...request.options, ...(password === undefined ? {} : { password }) };
  return engine.render({ ...request, isList: true, options }, admitAll);
}

describe("a batch that is drawn record by record", () => {
  test.each([
    ["plain", INVOICE, undefined],
    ["tagged", INVOICE.replace(/^(document .*)$/m, "$1 ua=1"), undefined],
    ["archived", INVOICE.replace(/^(document .*)$/m, "$1 pdf=a-3a"), undefined],
    ["encrypted", INVOICE.replace(/^page /m, "encrypt aes-256 open=required\npage "), "ひみつ"],
  ])("has the bytes of one that is drawn at once: %s", async (_kind, source, password) => {
    const streamed = await batch(pdfRenderer, source, password);
    expect(streamed).toMatchObject({ kind: "rendered", records: 12 });
    expect(streamed).toEqual(await batch(wholePdf, source, password));
  });

  test("hands pages over as they come and keeps their sizes alone", async () => {
    const handed: number[] = [];
    let rest: PageDocument | null = null;
    const watching: Renderer = {
      ...wholePdf,
      begin: () => ({
        add: (page) => handed.push(page.items.length),
        finish(document) {
          rest = document;
          return new Uint8Array(1);
        },
      }),
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
      begin: () => {
        throw new Error("labels can't be drawn record by record");
      },
    };
    expect(await batch(watching, labels)).toEqual(await batch(pdfRenderer, labels));
  });
});
