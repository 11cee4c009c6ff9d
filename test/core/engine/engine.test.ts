import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { machineDiagnostics } from "../../../src/core/diagnostics/index.ts";
import { BUNDLED_FACES } from "../../../src/core/engine/fonts/fonts.ts";
import {
  bundledFonts,
  createEngine,
  DEFAULT_CREATED_AT,
  isCreatedAt,
  renderersAt,
} from "../../../src/core/engine/index.ts";
import { runCommand } from "../../support/command.ts";
import { inLane } from "../../support/lane.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import {
  admitAll,
  bytesOf,
  INVOICE,
  INVOICE_FILE,
  PDF_PLUGIN,
  pdfEngine,
  RATIO,
  requestFor,
  templateOf,
} from "./sources.ts";

const engine = pdfEngine();
/** What a form divides by is bounded, so that nothing is said of it. */
const BOUNDED = RATIO.replace("items[].whole int", "items[].whole int min=1");
const options = { createdAt: DEFAULT_CREATED_AT };

async function hashOf(data: unknown, source = INVOICE, from = engine): Promise<string> {
  const answer = await from.render(requestFor(templateOf(from, source), data), admitAll);
  if (answer.kind !== "rendered") throw new Error(JSON.stringify(answer));
  return answer.sha256;
}

describe("a check", () => {
  test("of a source with errors says where they are and compiles nothing", () => {
    const { diagnostics, template } = engine.check({
      source: INVOICE.replace("(customer.address)", "(customer.adress)"),
      data: null,
    });
    expect(template).toBeNull();
    const errors = diagnostics.filter((finding) => finding.severity === "error");
    expect(errors).toMatchObject([{ code: "RPT2103", message: expect.stringContaining("adress") }]);
  });

  test("lays out with the examples, and says nothing about a form that is fine", () => {
    const { diagnostics, template } = engine.check({ source: BOUNDED, data: null });
    expect(diagnostics).toEqual([]);
    expect(template).toMatchObject({ title: "割合", fields: 3, example: '{"items":[{"part":1,"whole":2}]}' });
  });

  test.each([
    ["a missing value", '{"items":[{"part":1}]}', "RPT3001", "items[0].whole is required"],
    ["a value of another type", '{"items":[{"part":"x","whole":2}]}', "RPT3002", 'items[0].part is "x", not'],
    ["too few entries", '{"items":[]}', "RPT3004", "items has 0 entries"],
    ["text that is no JSON", '{"items":', "RPT3002", "line 1"],
    ["an array in place of the object", "[1]", "RPT3002", "'data' must be an object"],
    ["a division by zero", '{"items":[{"part":1,"whole":0}]}', "RPT3020", "at items[0]"],
  ])("with data finds %s", (_, data, code, message) => {
    const { diagnostics, template } = engine.check({ source: RATIO, data: bytesOf(data) });
    expect(template).not.toBeNull();
    const errors = diagnostics.filter((each) => each.code !== "RPT9010");
    expect(errors).toMatchObject([{ severity: "error", code, message: expect.stringContaining(message) }]);
  });

  test("refuses a font family that is not installed, on its line, naming those that are", () => {
    const source = BOUNDED.replace("field items[] ", 'fonts gothic=["Noto Sans JP", "Noto Serif PJ"]\nfield items[] ');
    const { diagnostics, template } = engine.check({ source, data: null });
    expect(template).toBeNull();
    expect(machineDiagnostics(source, diagnostics)).toMatchObject([
      {
        code: "RPT7010",
        severity: "error",
        line: 3,
        message: 'the font family "Noto Serif PJ" is not available',
        repair: {
          title:
            'write one of "Noto Sans JP", "Noto Serif JP", "BIZ UDGothic", "BIZ UDゴシック", "BIZ UDMincho", "BIZ UD明朝"',
          edits: [{ line: 3, text: '"Noto Serif JP"' }],
        },
      },
    ]);
    const mended = source.replace("Noto Serif PJ", "Noto Serif JP");
    expect(engine.check({ source: mended, data: null }).diagnostics).toEqual([]);
  });
});

describe("a preview", () => {
  test("draws the examples where there is nothing else, and says so", async () => {
    const answer = await engine.preview({ source: RATIO, data: null, renderer: "pdf", options });
    expect(answer).toMatchObject({ kind: "preview", usedExamples: true, rendering: { kind: "rendered", pages: 1 } });
  });

  test("draws the template's own dataset before the examples, and a payload before both", async () => {
    const own = `${RATIO}dataset {"items":[{"part":1,"whole":0}]}\n`;
    const refused = await engine.preview({ source: own, data: null, renderer: "pdf", options });
    expect(refused).toMatchObject({ usedExamples: false, rendering: { kind: "refused" } });
    const data = bytesOf({ items: [{ part: 1, whole: 2 }] });
    const drawn = await engine.preview({ source: own, data, renderer: "pdf", options });
    expect(drawn).toMatchObject({ usedExamples: false, rendering: { kind: "rendered" } });
  });

  test("of a source with errors is its findings", async () => {
    const answer = await engine.preview({ source: "rpt 1\nnothing", data: null, renderer: "pdf", options });
    expect(answer).toMatchObject({
      kind: "invalid-source",
      diagnostics: expect.arrayContaining([expect.objectContaining({ severity: "error" })]),
    });
  });
});

describe("a render", () => {
  test("refuses what can't be computed instead of drawing a hole", async () => {
    const template = templateOf(engine, RATIO);
    const data = {
      items: [
        { part: 1, whole: 1 },
        { part: 1, whole: 0 },
      ],
    };
    const answer = await engine.render(requestFor(template, data), admitAll);
    expect(answer).toMatchObject({
      kind: "refused",
      diagnostics: [{ code: "RPT3020", message: "division by zero at items[1].whole" }],
    });
  });

  test("without a payload draws what the template itself holds", async () => {
    const answer = await engine.render(requestFor(templateOf(engine, RATIO), null), admitAll);
    expect(answer).toMatchObject({ kind: "violations", violations: [{ path: "items", rule: "required" }] });
    const template = templateOf(
      engine,
      'rpt 1\ndocument blank\npage A5 portrait {\n  body {\n    text "白紙"\n  }\n}\n',
    );
    expect(await engine.render(requestFor(template, null), admitAll)).toMatchObject({ kind: "rendered", pages: 1 });
  });
});

describe("bytes depend on nothing but canvas, values and options", () => {
  const example = templateOf(engine, INVOICE).example;

  test("the same document after many others is the one of a fresh process", async () => {
    await using folder = await temporaryFolder("determinism");
    const payload = join(folder.path, "payload.json");
    await writeFile(payload, example);
    const busy = pdfEngine();
    const template = templateOf(busy, INVOICE);
    for (let other = 0; other < inLane({ fast: 15, full: 100 }); other += 1) {
      const data = {
        ...JSON.parse(example),
        note: `別の文書 ${other} ${String.fromCodePoint(0x4e00 + other * 37)} fi ffl 12,345`,
      };
      expect((await busy.render(requestFor(template, data), admitAll)).kind).toBe("rendered");
    }
    const script = fileURLToPath(new URL("./render-once.ts", import.meta.url));
    const fresh = await runCommand(process.execPath, [script, INVOICE_FILE, payload]);
    expect(fresh.stdout, fresh.stderr).toBe(await hashOf(example, INVOICE, busy));
  });

  test("the payload's spelling changes nothing, its values and the date do", async () => {
    const data: Record<string, unknown> = JSON.parse(example);
    const reversed = Object.fromEntries(Object.entries(data).toReversed());
    const escaped = example.replaceAll(
      /[^\x20-\x7e]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    const spelled = [JSON.stringify(data, null, 4), JSON.stringify(reversed), escaped, `\n${example}\t`];
    const hash = await hashOf(example);
    for (const text of spelled) expect(await hashOf(text)).toBe(hash);
    expect(await hashOf({ ...data, note: "別" })).not.toBe(hash);
    const later = {
      ...requestFor(templateOf(engine, INVOICE), example),
      options: { createdAt: "2026-11-20T00:00:00Z" },
    };
    expect(await engine.render(later, admitAll)).toMatchObject({
      kind: "rendered",
      sha256: expect.not.stringMatching(hash),
    });
  });
});

describe("what an engine stands on", () => {
  test("the hashes of the bundled faces are those of the installed files", () => {
    for (const { url, sha256 } of BUNDLED_FACES) {
      expect(
        createHash("sha256")
          .update(readFileSync(fileURLToPath(url)))
          .digest("hex"),
        url,
      ).toBe(sha256);
    }
  });

  test("a renderer that nobody registered, or two of one name, is a mistake of the installation", async () => {
    const template = templateOf(engine, RATIO);
    await expect(engine.render(requestFor(template, "{}", "svg"), admitAll)).rejects.toThrow("'svg'");
    const twice = createEngine({ fonts: bundledFonts(), renderers: renderersAt([PDF_PLUGIN, `${PDF_PLUGIN}?again`]) });
    await expect(twice.render(requestFor(template, "{}"), admitAll)).rejects.toThrow(/^two plugins are named/);
    const none = createEngine({ fonts: bundledFonts(), renderers: renderersAt(["node:path"]) });
    await expect(none.render(requestFor(template, "{}"), admitAll)).rejects.toThrow("exports no `plugin`");
  });

  test.each([
    ["2026-11-20T09:00:00Z", true],
    ["2024-02-29T23:59:59Z", true],
    ["2026-02-29T00:00:00Z", false],
    ["2026-11-20T24:00:00Z", false],
    ["2026-11-20T23:59:60Z", false],
    ["2026-11-20T09:00:00+09:00", false],
    ["2026-11-20T09:00:00.000Z", false],
    ["2026-11-20", false],
  ])("%s is a creation date: %s", (text, expected) => {
    expect(isCreatedAt(text)).toBe(expected);
  });
});
