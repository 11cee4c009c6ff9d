// Nothing that is found is left out in silence: what is not listed is counted, or a finding says where the look ended.
import { describe, expect, test } from "vitest";
import { machineDiagnostics } from "../../../../src/core/diagnostics/index.ts";
import { pdfEngine, RATIO } from "../sources.ts";

const engine = pdfEngine();

function form(lines: readonly string[]): string {
  return `rpt 1\npage A4 {\n  body {\n${lines.map((line) => `    ${line}\n`).join("")}  }\n}\n`;
}

function told(source: string, data: unknown = null) {
  const payload = data === null ? null : new TextEncoder().encode(JSON.stringify(data));
  const { diagnostics } = engine.check({ source, data: payload, worstCases: false });
  return { diagnostics, listed: machineDiagnostics(source, diagnostics) };
}

const counted = (listed: ReturnType<typeof machineDiagnostics>, code: string): number =>
  listed.filter((each) => each.code === code || each.code === "RPT9009").reduce((sum, { count = 1 }) => sum + count, 0);

describe("findings beyond those that are listed", () => {
  test("are counted where values of many records cannot be computed", () => {
    const items = Array.from({ length: 300 }, (_, at) => ({ part: at, whole: 0 }));
    const { listed } = told(RATIO, { items });
    expect(counted(listed, "RPT3020")).toBe(300);
  });

  test("are counted where many braces are lost", () => {
    const { diagnostics } = told(form(Array.from({ length: 200 }, () => "stack {")));
    const lost = diagnostics.filter(({ code }) => code === "RPT0111").length;
    const more = diagnostics.find(({ code }) => code === "RPT9009");
    expect(more?.message).toBe(`${200 - lost} more braces have no counterpart`);
  });

  test("end the look through a form, which is said", () => {
    const { diagnostics } = told(form(Array.from({ length: 520 }, () => 'text "甲" colour=red')));
    const stopped = diagnostics.find(({ code }) => code === "RPT9009");
    expect(stopped?.message).toMatch(/^after 50\d findings the rest of the form was not looked through$/);
  });
});
