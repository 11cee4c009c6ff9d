// Worst cases of a time axis advise the form's author, who can't change what is sent.
import { expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const TYPES: Readonly<Record<string, readonly [from: string, to: string]>> = {
  date: ['"2026-12-01"', '"2026-12-02"'],
  datetime: ['"2026-12-01T08:00:00+09:00"', '"2026-12-01T18:00:00+09:00"'],
};

function form(type: string, scale: string, top = ""): string {
  const [from, to] = TYPES[type] ?? ["", ""];
  return `rpt 1
document form title="工程表" lang=ja
field plan.date date example="2026-12-01"
field plan.from ${type} example=${from}
field plan.to ${type} example=${to}
field jobs[].name string(8) example=["切断"]
field jobs[].from ${type} example=[${from}]
field jobs[].to ${type} example=[${to}]
fonts gothic="Noto Sans JP"
sizes body=9pt
colors plan=#8fb4e0
style base font=gothic size=body
${top}
page A4 landscape margin=15mm {
  body {
    gantt jobs header=repeat {
      column name "品名" w=30mm
      scale ${scale}
      bar start=(.from) end=(.to) fill=plan
    }
  }
}
`;
}

/** Scales that the worst cases make impossible, beside headings that have no room. */
function found(source: string): readonly Diagnostic[] {
  return engine
    .check({ source, data: null })
    .diagnostics.filter(({ code, message }) => /^RPT403[12]$/u.test(code) && /: the scale (?:ends|has)/u.test(message));
}

test.each(
  ["date", "datetime"].flatMap((type) => ["hour", "day", "week", "month"].map((unit) => [type, unit] as const)),
)("fields of type %s, steps of a %s", (type, unit) => {
  const told = found(form(type, `from=(plan.from) to=(plan.to) unit=${unit}`));
  if (type === "datetime") expect(told.length).toBeGreaterThan(0);
  for (const one of told) {
    const title = one.repair?.title ?? "";
    expect(title).not.toMatch(/\bsend\b/u);
    const [ends] = /from=\(.*\) to=\(.*\)(?= does)/u.exec(title) ?? [];
    expect(ends, title).toBeDefined();
    expect(found(form(type, `${ends} unit=${unit}`))).toEqual([]);
    expect(title).toMatch(/allow it with a reason/u);
    const allowed = form(type, `from=(plan.from) to=(plan.to) unit=${unit}`, `allow ${one.code} "the order is kept"`);
    expect(found(allowed)).toEqual([]);
  }
});
