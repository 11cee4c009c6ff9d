import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine, DEFAULT_CREATED_AT } from "../../../src/core/engine/index.ts";
import { pdfRenderer } from "../../../src/plugins/renderers/pdf/index.ts";
import { checkByQpdf, judge } from "../../plugins/renderers/pdf/opened-pdf.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [pdfRenderer] });

/** A name with a drawn character, which may say what it stands for. */
function form(promise: string, stands: string): string {
  const drawing = `gaiji U+E000 '<svg viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'${stands}`;
  const field = 'field name string(20) example="\u{e000}橋"';
  const head = `rpt 1\ndocument d title="名" lang=ja ${promise}\n${drawing}\n${field}\n`;
  return `${head}page A5 {\n  body {\n    text (name) heading=1\n  }\n}\n`;
}

const found = (source: string): readonly string[] =>
  engine.check({ source, data: null }).diagnostics.map(({ code, message }) => `${code} ${message}`);

async function printed(source: string): Promise<string> {
  const answer = await engine.preview({
    source,
    data: null,
    renderer: "pdf",
    options: { createdAt: DEFAULT_CREATED_AT },
  });
  if (answer.kind !== "preview" || answer.rendering.kind !== "rendered") throw new Error(JSON.stringify(answer));
  await checkByQpdf(answer.rendering.bytes);
  return (await judge(answer.rendering.bytes, "pdftotext", ["FILE", "-"])).stdout.trim();
}

describe("a private character", () => {
  test.each(["pdf=a-2u", "pdf=a-3u", "pdf=a-2a", "pdf=a-3a"])("that stands for nothing is told in %s", (promise) => {
    const words = `${promise} shows U+E000, a private character that nobody can read back (page 1, name)`;
    expect(found(form(promise, ""))).toEqual([`RPT5010 ${words}`]);
    expect(found(form(promise, " text='高'"))).toEqual([]);
  });

  test.each(["", "pdf=a-2b", "ua=1"])("is nobody's business where nothing was promised: %s", (promise) => {
    expect(found(form(promise, ""))).toEqual([]);
  });

  test("is said as a geta mark where a file promises to be read back, else as itself", async () => {
    expect(await printed(form("pdf=a-2a", ""))).toBe("〓橋");
    expect(await printed(form("pdf=a-2a", " text='高'"))).toBe("高橋");
    expect(await printed(form("", ""))).toBe("\u{e000}橋");
  });
});
