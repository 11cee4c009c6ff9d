import { describe, expect, test } from "vitest";
import {
  bundledFonts,
  createEngine,
  createEnginePool,
  DEFAULT_CREATED_AT,
  type Engine,
  loadPlugins,
  renderersAt,
} from "../../../../src/core/engine/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";

const PDF = new URL("../../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;
const SVG = new URL("../../../../src/plugins/renderers/svg/index.ts", import.meta.url).href;
const TAGS = new URL("../plugins/tags.ts", import.meta.url).href;

const { barcodes } = await loadPlugins([TAGS]);
const parts = { fonts: bundledFonts(), renderers: renderersAt([PDF, SVG]) };
const engine = createEngine({ ...parts, barcodes });
const bare = createEngine(parts);

function form(element: string): string {
  const field = `field code string(12) pattern='[0-8]+' example="345"`;
  return `rpt 1\n${field}\n\npage A5 {\n  body {\n    text "{code}"\n    ${element}\n  }\n}\n`;
}

function told(by: Engine, element: string, data: string | null = null): readonly string[] {
  const bytes = data === null ? null : new TextEncoder().encode(data);
  const { diagnostics } = by.check({ source: form(element), data: bytes });
  return diagnostics.map(({ code, message, repair }) => `${code} ${message}; ${repair?.title}`);
}

/** What a check says where an example does not fit: it does not ask for longer data. */
const ofLimits = expect.stringMatching(/^RPT9010 whether data at their declared limits fit was not judged here/u);

describe("a kind of bar code that a plugin brings", () => {
  test("is one of the words of the language, with its own rules for data", () => {
    expect(told(engine, "barcode acme-tally (code) w=60mm h=15mm")).toEqual([]);
    expect(told(engine, 'barcode acme-tally "9" w=60mm h=15mm')).toEqual([
      'RPT1020 acme-tally holds up to 12 digits below 9; write data that it holds, as in "12", or choose another ' +
        "kind of code",
      expect.stringMatching(/^RPT9010 layout and profiles were judged without what is wrong in line 7/u),
    ]);
    expect(told(engine, "barcode acme-tally (code) w=60mm h=15mm", '{"code": "19"}')).toEqual([
      'RPT4015 acme-tally holds up to 12 digits below 9: "19" (page 1, x 15.0mm, y 19.4mm, code); ' +
        "send data that acme-tally can hold, or choose another kind of code",
    ]);
  });

  test("has its own limits of module, bars and free margin", () => {
    expect(told(engine, "barcode acme-tally (code) w=60mm h=15mm module=0.3mm text=false")).toEqual([
      expect.stringContaining(
        "RPT4007 the module of the code would be 0.30mm (< 0.35mm) (page 1, x 15.0mm, y 19.4mm, code)",
      ),
      ofLimits,
    ]);
    expect(told(engine, "barcode acme-tally (code) w=40mm h=5mm text=false")).toEqual([
      expect.stringContaining("RPT4007 the bars would be 5.0mm high (< 6.0mm)"),
      ofLimits,
    ]);
    expect(told(engine, "barcode acme-tally (code) w=60mm h=15mm quiet=2")).toEqual([
      expect.stringContaining("RPT4007 the free margin is 2 of 5 modules"),
    ]);
  });

  test("is drawn bar by bar, with its lines beneath", async () => {
    const answer = await engine.pageImages({
      ...{ source: form("barcode acme-tally (code) w=60mm h=15mm module=1mm"), data: null },
      ...{ renderer: "svg", page: 1, dpi: 96 },
    });
    if (answer.kind !== "preview" || answer.drawing.kind !== "drawn") throw new Error(JSON.stringify(answer));
    const [image] = answer.drawing.images;
    const svg = new TextDecoder().decode(image?.bytes);
    const path = /fill="#000000" d="([^"]*)"/.exec(svg)?.[1] ?? "";
    const bars = [...path.matchAll(/M(\d+) \d+L(\d+)/g)].map(([, left, right]) => Number(right) - Number(left));
    expect(bars.map((width) => width / EMU_PER_MM)).toEqual([4, 5, 6, 1]);
    expect(svg.match(/>(?:3|4|5)</g)).toHaveLength(3);
  });

  test.each([
    ["bad-throws", 'the plugin of bad-throws failed (no such table): "345"'],
    ["bad-bars", 'the plugin of bad-bars answered no widths of bars and spaces: "345"'],
    ["bad-squares", 'the plugin of bad-squares answered no 3 × 3 squares: "345"'],
    ["bad-refuses", 'the code has no room for so much data: "345"'],
  ])("that is broken is told: %s", (kind, message) => {
    expect(told(engine, `barcode ${kind} (code) w=60mm h=15mm`)).toEqual([
      expect.stringContaining(`RPT4015 ${message} (page 1, x 15.0mm, y 19.4mm, code)`),
      ofLimits,
    ]);
  });
});

describe("a kind of bar code that no plugin brings", () => {
  test("is told with near names, those of plugins among them", () => {
    expect(told(bare, "barcode acme-tally (code) w=60mm h=15mm")).toEqual([
      expect.stringContaining("RPT1006 kind=acme-tally is not one of"),
    ]);
    expect(told(engine, "barcode acme-taly (code) w=60mm h=15mm")).toEqual([
      expect.stringMatching(/^RPT1006 kind=acme-taly is not one of .*; did you mean acme-tally\?$/),
    ]);
  });

  test("in a canvas that was published where it was is refused in one sentence", async () => {
    const { template } = engine.check({ source: form("barcode acme-tally (code) w=60mm h=15mm"), data: null });
    if (template === null) throw new Error("the form is refused");
    const request = {
      ...{ canvasHash: template.hash, canvasJson: template.canvasJson, renderer: "pdf" },
      ...{ payload: new TextEncoder().encode(template.example), options: { createdAt: DEFAULT_CREATED_AT } },
    };
    expect(await engine.render(request, async () => {})).toMatchObject({ kind: "rendered", pages: 1 });
    expect(await bare.render(request, async () => {})).toEqual({
      kind: "refused",
      diagnostics: [
        expect.objectContaining({
          ...{ code: "RPT4015", message: "the kind of code acme-tally is not installed here" },
          repair: expect.objectContaining({
            title: "install the plugin that brings acme-tally (PLATEN_PLUGINS), or choose another kind of code",
          }),
        }),
      ],
    });
  });
});

test("the threads of a pool know the kinds of plugins too", async () => {
  const pool = createEnginePool({ plugins: [PDF], barcodes: [TAGS], threads: 2 });
  try {
    const request = { source: form("barcode acme-tally (code) w=60mm h=15mm"), data: null };
    const { template, diagnostics } = await pool.check(request, { budgetMs: 60_000 });
    expect([template === null, diagnostics]).toEqual([false, []]);
  } finally {
    await pool.close();
  }
});
