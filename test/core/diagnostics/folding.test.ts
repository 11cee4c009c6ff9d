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

  test("and every place of an error stands in its line", () => {
    const errors = Array.from({ length: 100 }, (_, at) => atLine(at + 1, { severity: "error", code: "RPT4001" }));
    const [line = ""] = lines(errors);
    for (let at = 2; at <= 100; at += 1) expect(line).toContain(` ${at}:1`);
  });

  test("of one element by their count alone", () => {
    const rows = Array.from({ length: 5000 }, (_, row) =>
      atLine(7, { severity: "error", message: `items[${row}].name needs ${row}mm` }),
    );
    expect(lines(rows)).toEqual(["7:1\terror\tRPT5006\titems[0].name needs 0mm (×5000 here)"]);
    expect(arrange(rows).length).toBeLessThan(50);
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

  test("nothing is lost: counts add up, every place is told, errors stand first, and warnings fill no page", () => {
    fc.assert(
      fc.property(findings, (raw) => {
        const given = raw.map(({ line, ...facts }) => atLine(line, facts));
        const found = arrange(given);
        const told = machineDiagnostics(SOURCE, found);
        expect(told.reduce((sum, each) => sum + (each.count ?? 1), 0)).toBe(
          new Set(given.map(({ span, code, message }) => `${span.start} ${code} ${message}`)).size,
        );
        const placesOf = (severity: Severity, code: string) =>
          new Set(
            told
              .filter((each) => each.severity === severity && each.code === code)
              .flatMap((each) => [each.line, ...(each.places ?? []).map(({ line }) => line)]),
          );
        for (const { span, severity, code } of found) {
          const line = SOURCE.slice(0, span.start).split("\n").length;
          expect(placesOf(severity, code).has(line)).toBe(true);
        }
        const severities = told.map(({ severity }) => severity);
        expect(severities.lastIndexOf("error")).toBe(severities.filter((each) => each === "error").length - 1);
        expect(severities.filter((each) => each !== "error").length).toBeLessThanOrEqual(2 * 90);
      }),
      { numRuns: 60 },
    );
  });
});
