import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { type Canvas, compileSource, parseCanvas, worstCases, worstPayload } from "../../../src/core/canvas/index.ts";
import type { Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine, type Engine, profilesInThisThread } from "../../../src/core/engine/index.ts";
import { pdfRenderer } from "../../../src/plugins/renderers/pdf/index.ts";
import { inLane, sampled } from "../../support/lane.ts";
import { admitAll, requestFor, templateOf } from "./sources.ts";

const { parts: _, ...wholePdf } = pdfRenderer;
const fonts = bundledFonts();
const engineOf = (renderer: typeof wholePdf): Engine => createEngine({ fonts, renderers: async () => [renderer] });
const inParts = engineOf(pdfRenderer);
const atOnce = engineOf(wholePdf);

/** Geometry of every kind: texts on one another and at the edge, white on white, near edges, pictures in rows. */
const CROWDED = `rpt 1
document crowded lang=ja name="混雑"
field title string(40) example="表題"
field rows[] max=50
field rows[].code string(12) example=["A-1", "B-2"]
field rows[].memo? string(60) example=["備考", "別の備考"]
sizes tiny=5pt
page A5 portrait margin=10mm {
  header h=20mm {
    text (title) x=0mm y=2mm w=60mm h=6mm
    text "固定" x=12mm y=4mm w=30mm h=6mm
    rect x=0mm y=10mm w=40mm h=6mm fill=#eeeeee border=0.3pt
    text "白" x=2mm y=11mm w=20mm h=5mm color=#ffffff
    rect x=0.3mm y=16mm w=39mm h=3mm border=0.3pt
  }
  body gap=2mm {
    text "細かい字" size=tiny
    each rows {
      row gap=2mm {
        barcode code128 (.code) w=40mm h=8mm
        text (.memo) w=20mm h=4mm
      }
    }
  }
}
`;

const DRAWING = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#cfc"/></svg>',
).toString("base64");

/** Drawings with grounds and frames in several columns, and texts beside them. */
const PICTURES = `rpt 1
document pictures lang=ja name="社内報"
field rows[] max=20
field rows[].title string(20) example=["新工場完成", "お知らせ"]
field rows[].photo image example=["data:image/svg+xml;base64,${DRAWING}", "data:image/svg+xml;base64,${DRAWING}"]
page A5 portrait margin=12mm {
  body gap=2mm {
    columns n=2 gap=6mm {
      each rows {
        stack gap=2mm {
          text (.title) w=30mm
          image (.photo) h=30mm alt="{.title}" fit=cover radius=2mm border=0.5pt fill=#eeeeee
          image (.photo) h=30mm alt=""
        }
      }
    }
    text "編集：総務部"
  }
}
`;

const SOURCES: readonly (readonly [string, string])[] = [
  // Profiles are judged below, by an engine that has them.
  ...sampled(globSync("docs/examples/*.rpt").toSorted(), 3).map(
    (file) => [basename(file), readFileSync(file, "utf8").replace(/ profile=\S+/u, "")] as const,
  ),
  ["a crowded form", CROWDED],
  ["pictures in columns", PICTURES],
];

/** As a check and a render have them: the same code, at the same place, in the same words. */
function told(found: readonly Diagnostic[]): readonly string[] {
  return found.map(({ code, span, message, dataPath }) => `${code} ${span.start}-${span.end} ${message} ${dataPath}`);
}

/** What a check alone asks: whether data at their declared limits fit, and where that was not judged. */
const OF_LIMITS: ReadonlySet<string> = new Set(["RPT4031", "RPT9010"]);

/** What a check finds with the data, without what is wrong with the source whatever its data are. */
function checked(source: string, data: Uint8Array, worstCases: boolean): readonly Diagnostic[] {
  const { diagnostics } = inParts.check({ source, data, worstCases });
  const ofSource = new Set(compileSource(source, { families: fonts.families }).diagnostics.map(({ code }) => code));
  return diagnostics.filter(({ code }) => !ofSource.has(code) && !OF_LIMITS.has(code));
}

/** A render tries no repair: it advises what its check does, or says that it was not tried. */
function expectSameAdvice(rendered: readonly Diagnostic[], checked: readonly Diagnostic[]): void {
  for (const [at, { repair }] of rendered.entries()) {
    expect(repair?.edits ?? []).toEqual([]);
    const title = repair?.title ?? "";
    if (!title.endsWith("if there is room for it: a check with these data tries that")) {
      expect(title).toBe(checked[at]?.repair?.title ?? "");
    }
  }
}

/** The examples, then each field as long or as many as it is declared, one after another and together. */
function payloadsOf(canvas: Canvas, example: string): readonly string[] {
  const cases = worstCases(canvas, (characters) => characters[0] ?? "");
  const scalars = cases.filter(({ field }) => field.type.kind !== "array");
  const alone = cases.filter(({ field }) => field.type.kind !== "array").slice(0, inLane({ fast: 1, full: 40 }));
  return [example, worstPayload(canvas, scalars), ...alone.map((one) => worstPayload(canvas, [one]))];
}

describe("what a render finds is what a check with its data finds", () => {
  test.each(SOURCES)("%s", async (_name, source) => {
    const template = templateOf(inParts, source);
    const canvas = parseCanvas(template.canvasJson);
    let [findings, advised] = [0, 0];
    for (const payload of payloadsOf(canvas, template.example)) {
      const slip = payload.replace(/^\{/, '{"surplus":1,');
      // What data at their limits do is no matter of these data: looking for it once is enough.
      const expected = checked(source, new TextEncoder().encode(slip), payload === template.example);
      findings += expected.length;
      advised += expected.filter(({ repair }) => (repair?.edits.length ?? 0) > 0).length;
      for (const engine of [inParts, atOnce]) {
        const answer = await engine.render(requestFor(template, slip), admitAll);
        if (answer.kind !== "rendered") throw new Error(answer.kind);
        expect(told(answer.diagnostics)).toEqual(told(expected));
        expectSameAdvice(answer.diagnostics, expected);
      }
    }
    if (source === CROWDED) expect(findings).toBeGreaterThan(20);
    if (source === CROWDED) expect(advised).toBeGreaterThan(0);
  });

  test("a profile that a server has no more, and a source that it cannot read, are told", async () => {
    const gone = createEngine({
      fonts,
      renderers: async () => [pdfRenderer],
      profiles: profilesInThisThread([], "none"),
    });
    const source = readFileSync("docs/examples/invoice-qualified.rpt", "utf8");
    const template = templateOf(inParts, source);
    const codes = async (given: string) => {
      const answer = await gone.render({ ...requestFor(template, template.example), source: given }, admitAll);
      return answer.kind === "rendered" ? answer.diagnostics.map(({ code }) => code) : [answer.kind];
    };
    expect(await codes(source)).toContain("RPT7020");
    const broken = createEngine({
      fonts,
      renderers: async () => [pdfRenderer],
      profiles: profilesInThisThread([], "none"),
    });
    const answer = await broken.render(
      { ...requestFor(template, template.example), source: "rpt 1\nfield (" },
      admitAll,
    );
    expect(answer.kind === "rendered" && answer.diagnostics.map(({ code }) => code)).toContain("RPT7021");
  });

  test("a list's findings name their records, and are the same however the list is parted", async () => {
    const template = templateOf(inParts, CROWDED);
    const row = (at: number) => ({ code: `A-${at}`, memo: at % 5 === 0 ? "とても長い備考".repeat(8) : "短い" });
    const list = Array.from({ length: 40 }, (_each, at) => ({
      title: at === 7 ? "長い表題".repeat(10) : "表題",
      rows: Array.from({ length: 1 + (at % 13) }, (_row, place) => row(at * 10 + place)),
    }));
    const request = { ...requestFor(template, list), isList: true };
    const [parted, whole] = await Promise.all([inParts, atOnce].map((engine) => engine.render(request, admitAll)));
    if (parted?.kind !== "rendered" || whole?.kind !== "rendered") throw new Error("it was not rendered");
    expect(told(parted.diagnostics)).toEqual(told(whole.diagnostics));
    const paths = parted.diagnostics.map(({ dataPath }) => dataPath);
    expect(paths).toContain("dataList[7].title");
    const overlapping = parted.diagnostics.filter(({ code }) => code === "RPT5001").map(({ dataPath }) => dataPath);
    expect(new Set(overlapping).size).toBeGreaterThan(20);
    const placed = parted.diagnostics.filter(({ message }) => message.includes("page"));
    expect(placed.every(({ dataPath = "" }) => /^dataList\[\d+\]/.test(dataPath))).toBe(true);
    const refused = await inParts.render({ ...request, refusesMisfit: true }, admitAll);
    expect(refused.kind === "misfit" && told(refused.diagnostics)).toEqual(told(parted.diagnostics));
  });
});
