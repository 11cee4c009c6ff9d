// What a repair adds to an element names only what the form declares: else it is words, without a name of our own.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";

const DECLARED = `field plan.from date example="2026-10-01"
field plan.to date example="2026-10-09"
`;
const RECORDS: Readonly<Record<string, string>> = {
  none: "",
  "of the samples": `field jobs[].from date example=["2026-10-01"]
field jobs[].to date example=["2026-10-02"]
field jobs[].key string(8) example=["甲"]
field jobs[].ratio int example=[80]
field jobs[].rate int example=[80]
`,
};
/** Elements without something that they need, and the names that the sample of it has. */
const LACKING: Readonly<Record<string, string>> = {
  "a gantt without a scale": 'gantt jobs {\n      column name "工程"\n      bar start=(.on) end=(.on)\n    }',
  "a scale without its ends": 'gantt jobs {\n      column name "工程"\n      scale unit=day\n    }',
  "a scale without its end": 'gantt jobs {\n      column name "工程"\n      scale from=(day) unit=day\n    }',
  "a bar without its ends":
    'gantt jobs {\n      column name "工程"\n      scale from=(day) to=(day)\n      bar label="甲"\n    }',
  "a milestone without its day":
    'gantt jobs {\n      column name "工程"\n      scale from=(day) to=(day)\n      milestone label="甲"\n    }',
  "a bar chart without a category": 'chart bar jobs alt="図" {\n      series "量" (.n)\n    }',
  "a chart without a series": 'chart line jobs alt="図" {\n      category (.name)\n    }',
  "a pie without anything": 'chart pie jobs alt="図" {\n    }',
};

const NAMES = /\b(?:plan|holidays)\b|\(\.(?:from|to|key|ratio|rate)\)/u;
const CASES = Object.entries(LACKING).flatMap(([what, element]) =>
  ["", DECLARED].flatMap((plan) =>
    Object.entries(RECORDS).map(([records, fields]) => ({ what, element, plan, records, fields })),
  ),
);

test.each(CASES)("$what, records $records, $plan", ({ element, plan, fields }) => {
  const source = `rpt 1
document plan title="工程表" lang=ja
${plan}${fields}field day date example="2026-10-01"
field jobs[].name string(8) example=["基礎"]
field jobs[].on date example=["2026-10-01"]
field jobs[].n int example=[1]
page A4 {
  body {
    ${element}
  }
}
`;
  const found = compileSource(source).diagnostics.filter(({ severity }) => severity === "error");
  expect(found.length).toBeGreaterThan(0);
  for (const { code, message, repair } of found) {
    const edits = repair?.edits ?? [];
    if (edits.length === 0) expect(repair?.title).not.toMatch(NAMES);
    const after = compileSource(applyEdits(source, edits)).diagnostics;
    const unknown = after.filter((each) => each.code === "RPT2103" || each.code === "RPT2101");
    expect(unknown.map((each) => each.message)).toEqual([]);
    if (edits.length > 0) expect(after.some((each) => each.code === code && each.message === message)).toBe(false);
  }
});
