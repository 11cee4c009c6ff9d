import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  arrange,
  CODES,
  type Diagnostic,
  type DiagnosticCode,
  formatDiagnostics,
  machineDiagnostics,
  type Severity,
} from "../../../src/core/diagnostics/index.ts";

const SOURCE = Array.from({ length: 400 }, (_, line) => `text "${line}"`).join("\n");
const LINES = SOURCE.split("\n");

function atLine(line: number, facts: Partial<Diagnostic> = {}): Diagnostic {
  const start = LINES.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const own = { code: "RPT5006", severity: "warning", message: "text of 5pt is small", why: "", repair: null } as const;
  return { ...own, span: { start, end: start + 4 }, ...facts };
}

function lines(found: readonly Diagnostic[]): readonly string[] {
  return formatDiagnostics(SOURCE, arrange(found)).split("\n").slice(0, -1);
}

test("sixty warnings hide no error: it stands first, and they are one line", () => {
  const warnings = Array.from({ length: 60 }, (_, at) => atLine(at + 1));
  const error = atLine(300, { severity: "error", code: "RPT4001", message: "text needs 5mm" });
  expect(lines([...warnings, error])).toEqual([
    "300:1\terror\tRPT4001\ttext needs 5mm",
    "1:1\twarning\tRPT5006\ttext of 5pt is small (×60, also at 2:1, 3:1, 4:1, 5:1, 6:1, 7:1, 8:1, 9:1, 10:1, " +
      "11:1, 12:1, 13:1 and 47 more places)",
  ]);
});

describe("characters that no font has", () => {
  const glyph = (letter: string, line: number, dataPath?: string): Diagnostic => {
    const code = letter.codePointAt(0)?.toString(16).toUpperCase();
    const message = `no font has a glyph for "${letter}" (U+${code}) (page 1, x 2mm)`;
    return atLine(line, {
      severity: "error",
      code: "RPT4005",
      message,
      ...(dataPath === undefined ? {} : { dataPath }),
    });
  };

  test("of one element are one line that names each", () => {
    const found = [..."대한민국대한"].map((letter, at) => glyph(letter, 3, `rows[${at}].name`));
    const [line, ...others] = lines(found);
    expect(others).toEqual([]);
    expect(line).toContain('no font has a glyph for "대" (U+B300), "한", "민", "국" (page 1, x 2mm)');
    expect(line).toContain("(×6, also at rows[1].name, rows[2].name");
  });

  test("are counted where they are many, and lost by none of the bounds", () => {
    const many = Array.from({ length: 206 }, (_, at) =>
      glyph(String.fromCodePoint(0xac00 + at), 3, `rows[${at}].name`),
    );
    const [line, ...others] = lines(many);
    expect(others).toEqual([]);
    expect(line).toContain('"가" (U+AC00), "각", ');
    expect(line).toContain(" and 194 more (page 1");
    expect(line).toMatch(/\(×206, also at (?:rows\[\d+\]\.name, ){11}rows\[12\]\.name and 193 more places\)$/u);
  });

  test("of several elements are a line each, and a few stand by themselves", () => {
    const of = (line: number) => [..."대한민국"].map((letter) => glyph(letter, line));
    expect(lines([...of(2), ...of(5)])).toHaveLength(2);
    expect(lines(of(2).slice(0, 3))).toHaveLength(3);
  });
});

describe("findings are folded", () => {
  test("where they differ in measures, names and quotes only", () => {
    const found = [
      atLine(1, { message: 'with note of 7: "請求" needs 5.5mm, its box has 4mm (page 1, x 2mm, a.note)' }),
      atLine(2, { message: 'with name of x: "御中" needs 7mm, its box has 4.25mm (page 12, x 30mm, y 4mm, name)' }),
      atLine(3, { message: 'with items[].name of 漢: "" needs 7mm, its box has 4mm (page 1)' }),
      atLine(4, { message: 'with a.b of 1,000.5: "x" needs -7mm, its box has 4mm (page 1)' }),
    ];
    expect(lines(found)).toHaveLength(1);
    expect(lines([...found.slice(1), atLine(9, { message: "something else" })])).toHaveLength(4);
  });

  test("but no errors that name different things", () => {
    const errors = ["a", "b", "c", "d", "e"].map((name, at) =>
      atLine(at + 1, { severity: "error", code: "RPT2101", message: `unknown name "${name}"` }),
    );
    expect(lines(errors)).toHaveLength(5);
    expect(lines(errors.map((each) => ({ ...each, message: 'unknown name "a"' })))).toHaveLength(1);
  });

  test("and of rows that lack room, that with the most is told, in the place of the first", () => {
    const rows = [3, 12, 7.5, 11].map((need, row) => {
      const message = `"${100 - row}" needs ${need} lines, lines=2 allows fewer (page ${9 - row})`;
      return atLine(7, { severity: "error", code: "RPT4002", message, dataPath: `items[${row}].name` });
    });
    const between = atLine(7, { severity: "error", code: "RPT4001", message: "text needs 9mm" });
    const told = lines([rows[0] ?? between, between, ...rows.slice(1)]).toReversed();
    expect(told[0]).toContain("needs 12 lines");
    expect(told[1]).toContain("needs 9mm");
    expect(told).toHaveLength(2);
  });

  test("and each field of the data on a line of its own, whatever rows it is wrong in", () => {
    const rows = Array.from({ length: 206 }, (_, row) =>
      atLine(7, { severity: "error", message: `needs ${row}mm`, dataPath: `items[${row}].name` }),
    );
    const other = atLine(7, { severity: "error", message: "needs 9mm", dataPath: "items[3].memo" });
    const told = machineDiagnostics(SOURCE, arrange([...rows, other]));
    expect(told.map(({ path, count }) => [path, count])).toEqual([
      ["items[99].name", 206],
      ["items[3].memo", undefined],
    ]);
  });

  test("with a place of each element before further places of one", () => {
    const rows = Array.from({ length: 300 }, (_, row) => atLine(1, { message: `text of ${row}pt is small` }));
    const [line = ""] = lines([...rows, atLine(9), atLine(12)]);
    expect(line).toContain(" 9:1, 12:1");
  });

  test("and every place of an error in the source stands in its line", () => {
    const errors = Array.from({ length: 100 }, (_, at) => atLine(at + 1, { severity: "error", code: "RPT4001" }));
    const [line = ""] = lines(errors);
    for (let at = 2; at <= 100; at += 1) expect(line).toContain(` ${at}:1`);
  });

  test("but of the data only the first, and all of them beside it", () => {
    const errors = Array.from({ length: 80 }, (_, at) =>
      atLine(7, { severity: "error", code: "RPT4002", dataPath: `parts[${at}].name` }),
    );
    const [line = ""] = lines(errors);
    expect(line.match(/parts\[\d+\]\.name/gu)).toHaveLength(1 + 12);
    expect(line).toContain(" and 67 more places)");
    expect(machineDiagnostics(SOURCE, errors)[0]?.places).toHaveLength(79);
  });

  test("with each other repair beneath, and where it is made", () => {
    const repairs = ["widen to 9mm", "widen to 9mm", "widen to 12mm", "widen to 9mm", "widen to 12mm"];
    const found = repairs.map((title, at) =>
      atLine(at + 1, { repair: { title, applicability: "suggestion", edits: [] } }),
    );
    expect(lines(found)).toEqual([
      "1:1\twarning\tRPT5006\ttext of 5pt is small (×5, also at 2:1, 3:1, 4:1, 5:1)",
      "\t→ widen to 9mm",
      "\t→ 3:1, 5:1: widen to 12mm",
    ]);
  });

  test("of one element by their count alone", () => {
    const rows = Array.from({ length: 5000 }, (_, row) =>
      atLine(7, { severity: "error", message: `items[${row}].name needs ${row}mm` }),
    );
    expect(lines(rows)).toEqual(["7:1\terror\tRPT5006\titems[99].name needs 99mm (×5000 here)"]);
    expect(arrange(rows)).toHaveLength(100);
    expect(machineDiagnostics(SOURCE, arrange(rows))).toMatchObject([{ line: 7, count: 5000 }]);
  });
});

describe("whatever is found", () => {
  const words = fc.constantFrom(
    "fits",
    "is small",
    "overlaps",
    "stands in 御中",
    "of items[].name",
    "needs 5mm",
    '"x"',
  );
  const findings = fc.array(
    fc.record({
      line: fc.integer({ min: 1, max: 400 }),
      code: fc.constantFrom(...(Object.keys(CODES) as DiagnosticCode[]).slice(0, 90)),
      severity: fc.constantFrom<Severity>("error", "warning", "info"),
      message: fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(" ")),
    }),
    { maxLength: 900, size: "max" },
  );

  const paths = fc.option(fc.constantFrom(...Array.from({ length: 130 }, (_, at) => `dataList[${at}].memo`)), {
    nil: null,
  });

  test("nothing is lost: counts add up, places are told up to the cap, errors stand first", () => {
    fc.assert(
      fc.property(findings, fc.array(paths, { minLength: 1, maxLength: 300 }), (raw, places) => {
        const given = raw.map(({ line, ...facts }, at) => {
          const dataPath = places[at % places.length] ?? null;
          return atLine(line, { ...facts, ...(dataPath === null ? {} : { dataPath }) });
        });
        const found = arrange(given);
        const told = machineDiagnostics(SOURCE, found);
        expect(told.reduce((sum, each) => sum + (each.count ?? 1), 0)).toBe(
          new Set(given.map(({ span, code, message, dataPath }) => JSON.stringify([span, code, message, dataPath])))
            .size,
        );
        const placed = new Set(found.map(({ code, span, dataPath }) => JSON.stringify([code, lineAt(span), dataPath])));
        const all = told.reduce((sum, each) => sum + (each.places?.length ?? 0), 0);
        for (const each of told.filter(({ code }) => code !== "RPT9009")) {
          const others = each.places ?? [];
          for (const { line, path } of [each, ...others])
            expect(placed.has(JSON.stringify([each.code, line, path]))).toBe(true);
          if (all < 2000) expect(others.length).toBe(Math.min(99, (each.count ?? 1) - 1));
          else expect(others.length).toBeLessThanOrEqual(99);
        }
        expect(all).toBeLessThanOrEqual(2000);
        expect(told.length).toBeLessThanOrEqual(251);
        const severities = told.map(({ severity }) => severity);
        expect(severities.lastIndexOf("error")).toBe(severities.filter((each) => each === "error").length - 1);
      }),
      { numRuns: 60 },
    );
  });

  test.each(["error", "warning", "info"] as const)("what is not listed is counted and as grave: %s", (severity) => {
    const found = Array.from({ length: 400 }, (_, at) => {
      const word = [...String(at)].map((digit) => "abcdefghij"[Number(digit)]).join("");
      const code = severity === "error" ? "RPT4001" : (`x.${word}/rule` as const);
      return atLine(at + 1, { code, severity, message: `${word} is wrong` });
    });
    const told = machineDiagnostics(SOURCE, arrange(found));
    expect(told).toHaveLength(251);
    expect(told.at(-1)).toMatchObject({ code: "RPT9009", severity, count: 150, line: 251 });
  });
});

function lineAt({ start }: Diagnostic["span"]): number {
  return SOURCE.slice(0, start).split("\n").length;
}

test("a list's documents are all named, in the line and in the machine form", () => {
  const rows = Array.from({ length: 100 }, (_, at) =>
    atLine(7, { code: "jp.invoice/recipient-wording", message: "上様 is no name", dataPath: `dataList[${at}]` }),
  );
  const [told] = machineDiagnostics(SOURCE, arrange(rows));
  expect([told?.path, ...(told?.places ?? []).map(({ path }) => path)]).toEqual(rows.map(({ dataPath }) => dataPath));
  const [line = ""] = lines(rows.slice(0, 5));
  expect(line).toBe(
    "7:1\twarning\tjp.invoice/recipient-wording\t上様 is no name (dataList[0]) " +
      "(×5, also at dataList[1], dataList[2], dataList[3], dataList[4])",
  );
});
