// What has no date on a time axis is not drawn; a value that nothing else prints is lost with it, and told.
import { describe, expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

interface Form {
  /** Beside the name, in the block of the schedule. */
  readonly columns?: string;
  readonly marks: string;
  /** Elsewhere in the form. */
  readonly around?: string;
}

function found({ columns = "", marks, around = "" }: Form, job: Record<string, unknown>, all = {}): readonly string[] {
  const { diagnostics } = layOutSource(
    `rpt 1
field from date example="2026-10-01"
field to date example="2026-10-31"
field asOf? date example="2026-10-08"
field memo string(20) example="出荷"
field jobs[].name string(20) example=["切断"]
field jobs[].note string(20) example=["急ぐ"]
field jobs[].rate? int example=[40]
field jobs[].start? date example=["2026-10-02"]
field jobs[].end? date example=["2026-10-09"]
let jobs[].both = concat(.name, .note)
let notice = concat('注: ', memo)
page A4 landscape margin=10mm {
  body {
    gantt jobs {
      column name "工程" w=40mm
      ${columns}
      scale from=(from) to=(to) unit=day
      ${marks}
    }
    ${around}
  }
}
`,
    { from: "2026-10-01", to: "2026-10-31", memo: "重要", jobs: [{ name: "切断", note: "急ぐ", ...job }], ...all },
  );
  return diagnostics.map(({ code, message }) => `${code} ${message}`);
}

const BAR = (rest: string): string => `bar start=(.start) end=(.end) ${rest}`;
const lost = (what: string): readonly string[] => [
  `RPT3025 ${what}: what shows it on the time axis has no date, so it is not drawn`,
];
const NOTE = lost('jobs[0].note is the text "急ぐ"');
const DATED = { start: "2026-10-02", end: "2026-10-09" };

describe("without a date", () => {
  test.each([
    ["the words of a bar", { marks: BAR('label="{.note}"') }, {}, NOTE],
    ["the words of a mark", { marks: 'milestone (.end) "{.note} まで"' }, {}, NOTE],
    ["one of two values", { marks: BAR('label="{.name} {.note}"') }, {}, NOTE],
    ["what is done of a bar", { marks: BAR("progress=(.rate)") }, { rate: 40 }, lost("jobs[0].rate is the number 40")],
    [
      "what a group's foot alone counts",
      {
        marks: `${BAR('label="{.rate}%"')}\n group (.name) {\n foot "{sum(.items[].rate)}"\n }`,
      },
      { rate: 40 },
      lost("jobs[0].rate is the number 40"),
    ],
    ["the words of today", { marks: `${BAR("")}\n today (asOf) "{memo}"` }, {}, lost('memo is the text "重要"')],
  ])("%s are told", (_, form, job, expected) => {
    expect(found(form, job)).toEqual(expected);
  });

  test.each([
    ["the name that a column prints", { marks: BAR('label="{.name}"') }, {}],
    [
      "a value that a column prints in another form",
      { columns: 'column x "備考" "({.note})"', marks: BAR('label="{.note}"') },
      {},
    ],
    [
      "a value of an element in a column",
      { columns: 'column x "備考" {\n text (.note)\n }', marks: BAR('label="{.note}"') },
      {},
    ],
    ["a value of the group's head", { marks: `${BAR('label="{.note}"')}\n group (.note) {\n head "{.key}"\n }` }, {}],
    ["a value that a column computes with", { columns: 'column x "備考" (.both)', marks: BAR('label="{.note}"') }, {}],
    ["words of the form itself", { marks: BAR('label="未定"') }, {}],
    ["an empty value", { marks: BAR('label="{.note}"') }, { note: "" }],
    ["nothing done", { marks: BAR('progress=(.rate) label="{.rate}%"') }, { rate: 0 }],
    ["a bar that a condition leaves out", { marks: BAR('label="{.note}" when=(has(.start))') }, {}],
    ["a bar with both dates", { marks: BAR('label="{.note}"') }, DATED],
    [
      "words of today that stand elsewhere",
      { marks: `${BAR("")}\n today (asOf) "{memo}"`, around: 'text "{memo}"' },
      {},
    ],
    [
      "words of today that a computed text shows",
      { marks: `${BAR("")}\n today (asOf) "{memo}"`, around: "text (notice)" },
      {},
    ],
  ])("%s is not", (_, form, job) => {
    expect(found(form, job)).toEqual([]);
  });
});
