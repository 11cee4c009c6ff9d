import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine, createEnginePool, profilesAt } from "../../../../src/core/engine/index.ts";

const UNRULY = new URL("../plugins/unruly.ts", import.meta.url).href;

const SOURCE = `rpt 1
document slip

field name string(10) example="a"

page A5 portrait {
  body {
    text (name)
  }
}
`;

const profiles = profilesAt([UNRULY], { ruleMs: 1_000, memoryMib: 64 });
const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [], profiles });

function exported(format: string, source = SOURCE, data: string | null = null) {
  const bytes = data === null ? null : new TextEncoder().encode(data);
  const { value, diagnostics, installedFormats, usedExamples } = engine.export({ source, data: bytes, format });
  const found = diagnostics.map(({ severity, code, message }) => [severity, code, message]);
  return { value, found, installedFormats, usedExamples };
}

describe("an export", () => {
  test("is the text of its exporter, with its type, from the data or the examples", () => {
    const value = { bytes: new TextEncoder().encode("slip 1"), mediaType: "text/plain", fileExtension: "txt" };
    expect(exported("words")).toEqual({ value, found: [], installedFormats: undefined, usedExamples: true });
    expect(exported("words", SOURCE, '{"name":"b"}')).toMatchObject({ value, usedExamples: false });
  });

  test("in a format that is not installed answers which ones are", () => {
    expect(exported("edifact")).toEqual({
      value: null,
      found: [],
      installedFormats: ["words", "nothing", "endless"],
      usedExamples: false,
    });
  });

  test("of a source or of data that are refused answers what a check answers", () => {
    expect(exported("words", SOURCE.replace("(name)", "(unknown)"))).toMatchObject({ value: null });
    const { value, found } = exported("words", SOURCE, '{"name":"a name that is too long"}');
    expect(value).toBeNull();
    expect(found.map(([severity]) => severity)).toContain("error");
  });

  test("of several records is refused with their number", () => {
    const source = SOURCE.replace("field name ", "source names as=n max=9\nfield names[].name ")
      .replace('example="a"', 'example=["a"]')
      .replace("(name)", "(n.name)");
    const { value, found } = exported("words", source, '{"names":[{"name":"a"},{"name":"b"}]}');
    expect(value).toBeNull();
    expect(found).toContainEqual(["error", "RPT7024", "the data hold 2 records, and an export writes one"]);
  });

  test("that never ends, or writes nothing and says nothing, is told, and the next one goes on", () => {
    expect(exported("endless").found).toEqual([
      ["error", "RPT7023", "the export endless failed: it did not end within 1 s"],
    ]);
    expect(exported("nothing").found).toEqual([
      ["error", "RPT7023", 'the export nothing failed: it threw "Error: it found no error and wrote nothing"'],
    ]);
    expect(new TextDecoder().decode(exported("words").value?.bytes)).toBe("slip 1");
  });
});

test("a pool of threads exports as one engine does", async () => {
  const pool = createEnginePool({ plugins: [], profiles: [UNRULY], threads: 1 });
  try {
    const request = { source: SOURCE, data: null, format: "words" };
    expect(await pool.export(request, { budgetMs: 30_000 })).toEqual(engine.export(request));
  } finally {
    await pool.close();
  }
});
