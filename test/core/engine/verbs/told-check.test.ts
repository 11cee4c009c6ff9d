// A check as it is told is the check itself: counted, picked and listed, and what a publishing freezes.
import { expect, test } from "vitest";
import {
  contractSchema,
  fieldLabels,
  fieldTable,
  parseCanvas,
  parseSummary,
} from "../../../../src/core/canvas/index.ts";
import { countFindings, filterFindings, machineDiagnostics } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const form = (body: string): string => `rpt 1
document slip name="slip"
field rows[].name string(10) example=["a"] label="品名"
field unused int? example=1
records rows max=5
encrypt open=required
page A5 portrait margin=10mm {
  body {
    ${body}
  }
}
`;

const SOUND = form('text "{rows.name}"').replace("records rows max=5\n", "").replace("{rows.name}", "x");

test.each([
  ["a sound form", SOUND, {}],
  ["errors", form('text "{nothing}" widht=3mm'), {}],
  ["errors alone", form('text "{nothing}" widht=3mm'), { severities: ["error"] }],
  ["a code alone", SOUND, { codes: ["rpt2012"] }],
])("%s", (_, source, picked) => {
  const { diagnostics, template } = engine.check({ source, data: null });
  const { severities = [], codes = [] }: { severities?: readonly string[]; codes?: readonly string[] } = picked;
  const { shown, leftOut } = filterFindings(diagnostics, { severities, codes });
  expect(diagnostics.length).toBeGreaterThan(0);
  const told = engine.checkTold({ source, data: null, ...picked });
  expect(told).toEqual({
    findings: machineDiagnostics(source, shown),
    errors: countFindings(diagnostics, "error"),
    warnings: countFindings(diagnostics, "warning"),
    leftOut,
    publishable: null,
  });
  const { publishable } = engine.checkTold({ source, data: null, publishes: true });
  if (told.errors > 0 || template === null) return expect(publishable).toBeNull();
  const canvas = parseCanvas(template.canvasJson);
  const { schema = "", summary = "", recordSource, ...rest } = publishable ?? {};
  expect(rest).toEqual(template);
  expect(recordSource).toBe(null);
  const unpublished = { canvasId: "unpublished", version: 0 };
  expect(schema).toBe(JSON.stringify(contractSchema(canvas, unpublished)));
  const labels = fieldLabels(canvas);
  const fields = fieldTable(canvas).map((row) => ({ ...row, label: labels.get(row.path) ?? null }));
  expect(parseSummary(summary)).toMatchObject({ fields, encryption: "required", hasDataset: false, profiles: [] });
  const known = { canvasHash: template.hash, canvasJson: new TextEncoder().encode(template.canvasJson) };
  expect(engine.summarize(known)).toBe(summary);
});

const PICTURED = `rpt 1
document slip name="slip"
asset seal src='asset:seal.svg'
page A5 portrait margin=10mm {
  body {
    image seal w=10mm h=10mm alt="x"
  }
}
`;

test("where no file can come with a source, none is asked for", () => {
  const titles = (takesFiles: boolean) =>
    engine
      .checkTold({ source: PICTURED, data: null, takesFiles, codes: ["RPT7011"] })
      .findings.map(({ repair }) => repair?.title ?? "");
  expect(titles(false)[0]).toMatch(/^no file comes with a source here/);
  expect(titles(true)[0]).toMatch(/^hand it in/);
});

test("a source takes its files from the canvas that was published from it", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
  const assets = { "seal.svg": Buffer.from(svg) };
  const { template, diagnostics } = engine.check({ source: PICTURED, data: null, assets });
  const filesOf = { canvasHash: template?.hash ?? "", canvasJson: template?.canvasJson ?? "" };
  const again = engine.check({ source: PICTURED, data: null, filesOf });
  expect(again.template?.hash).toBe(template?.hash);
  expect(again.diagnostics).toEqual(diagnostics);
});
