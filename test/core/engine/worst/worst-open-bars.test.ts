// A bar with one of its two days or times is drawn with a torn edge, which a render tells. A check tells it of each
// optional field that a bar starts or ends at.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

interface Form {
  readonly fields?: readonly string[];
  readonly lets?: string;
  readonly scale?: string;
  readonly bar: string;
}

const DAYS = ['field jobs[].from date example=["2026-12-02"]', 'field jobs[].to? date example=["2026-12-05"]'];
const ENTRIES = [
  'field jobs[].parts[].from? time example=[["09:00"]]',
  'field jobs[].parts[].to? time example=[["10:00"]]',
];
const CLOCK = "from=(time('08:00')) to=(time('18:00'))";

function sourceOf({ fields = DAYS, lets = "", scale = "from=(start) to=(addDays(start, 9)) unit=day", bar }: Form) {
  return `rpt 1
document plan title="工程" lang=ja
field start date example="2026-12-01"
field jobs[] min=1 max=3
field jobs[].name string(4) example=["甲"]
${fields.join("\n")}
${lets}
sizes body=8pt
style base size=body
page A4 landscape margin=15mm {
  body {
    text "{format(start, 'yyyy年M月d日')}"
    gantt jobs row-h=8mm {
      column name "名" w=30mm
      scale ${scale}
      ${bar}
    }
  }
}
`;
}

function told(form: Form, data: unknown = null): readonly { readonly message: string; readonly repair: string }[] {
  const bytes = data === null ? null : new TextEncoder().encode(JSON.stringify(data));
  const { diagnostics } = engine.check({ source: sourceOf(form), data: bytes, worstCases: data === null });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return diagnostics
    .filter(({ code }) => code === "RPT4020" || code === "RPT4031")
    .map(({ code, message, repair }) => ({ message: `${code} ${message}`, repair: repair?.title ?? "" }));
}

const BOTH = { bar: "bar .parts start=(.from) end=(.to)", fields: ENTRIES, scale: CLOCK };

describe("an optional day or time that a bar ends at", () => {
  test("is told beside one that it starts at, also where an example lacks one of them", () => {
    const fields = [
      'field jobs[].parts[].from? time example=[["09:00", "11:00"]]',
      'field jobs[].parts[].to? time example=[["10:00", null]]',
    ];
    const messages = told({ ...BOTH, fields }).map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringMatching(/^RPT4020 a bar .* has no end /u),
      expect.stringMatching(/^RPT4031 with jobs\[\]\.parts\[\]\.from absent: a bar .* has no start /u),
    ]);
  });

  test("is told as a render tells it", () => {
    const bar = "bar start=(.from) end=(.to)";
    const data = { start: "2026-12-01", jobs: [{ name: "甲", from: "2026-12-02", to: null }] };
    expect(told({ bar }, data)).toEqual([
      expect.objectContaining({
        message: expect.stringContaining("RPT4020 a bar starts on 2026-12-02 and has no end"),
      }),
    ]);
    expect(told({ bar })).toEqual([
      {
        message: expect.stringContaining("RPT4031 with jobs[].to absent: a bar starts on 2026-12-02 and has no end"),
        repair: expect.stringContaining("declare jobs[].to without ?"),
      },
    ]);
  });

  test("is told of the entries of a list, its start and its end", () => {
    expect(told(BOTH).map(({ message }) => message)).toEqual([
      expect.stringContaining("RPT4031 with jobs[].parts[].from absent: a bar ends at 10:00 and has no start"),
      expect.stringContaining("RPT4031 with jobs[].parts[].to absent: a bar starts at 09:00 and has no end"),
    ]);
  });

  test("is told where a let computes the end", () => {
    const lets = "let jobs[].until = .to";
    expect(told({ lets, bar: "bar start=(.from) end=(.until)" })).toHaveLength(1);
  });

  test.each<[string, Form]>([
    ["each repair: no ?", { bar: "bar start=(.from) end=(.to)", fields: DAYS.map((one) => one.replace("?", "")) }],
    ["each repair: ??", { bar: "bar start=(.from) end=(.to ?? .from)" }],
    ["each repair: when=", { bar: "bar start=(.from) end=(.to) when=(.to != null)" }],
    ["each repair of entries", { ...BOTH, bar: `${BOTH.bar} when=(.from != null and .to != null)` }],
    ["a day alone that both ends are read from", { bar: "bar start=(.to) end=(.to)" }],
  ])("has no finding with %s", (_, form) => {
    expect(told(form)).toEqual([]);
  });
});
