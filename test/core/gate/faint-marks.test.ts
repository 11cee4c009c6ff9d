import fc from "fast-check";
import { expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../src/core/diagnostics/index.ts";
import { judgeGeometry } from "../../../src/core/gate/index.ts";
import { inLane } from "../../support/lane.ts";
import { layOutData } from "../../support/lay-out.ts";

/** A form with a chart or schedule of four records in a box. */
function lay(children: string, around = "") {
  const source = `rpt 1
field rows[].n string(4) example=["A"]
field rows[].v decimal(6,1) example=[1]
field rows[].w decimal(6,1) example=[1]
field rows[].s date example=["2026-12-03"]
field rows[].e date example=["2026-12-05"]
field from date example="2026-12-01"
colors plan=#a9c5e8 done=#2f7d52 pale=#f4f4f4
page A4 margin=15mm {
  body {
    box ${around} {
      ${children}
    }
  }
}
`;
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  const rows = ["A", "B", "C", "D"].map((n, at) => {
    return { n, v: 40 - 7 * at, w: 10 + 9 * at, s: `2026-12-0${2 + at}`, e: `2026-12-0${5 + at}` };
  });
  return { canvas: value, lain: layOutData(value, { from: "2026-12-01", rows }) };
}

/** What is found of its looks. */
function found(children: string, around = ""): readonly string[] {
  const { canvas, lain } = lay(children, around);
  return [...lain.diagnostics, ...judgeGeometry(canvas, lain.value)]
    .filter(({ code, message }) => code === "RPT5008" && !message.startsWith("contrast"))
    .map(({ message }) => message.split(/[:(]/u)[0]?.trim() ?? "");
}

/** How long the pieces of lines beside the names of a legend are: lines of two points, of one height. */
function sampleWidths(children: string): readonly number[] {
  return (lay(children).lain.value.pages[0]?.items ?? []).flatMap((item) => {
    if (item.kind !== "stroke" || item.shape.kind !== "path" || item.widthEmu !== 15_875) return [];
    const points = item.shape.commands.flatMap((one) => (one.op === "move" || one.op === "line" ? [one] : []));
    const [from, to, ...more] = points;
    return from === undefined || to === undefined || more.length > 0 ? [] : [to.xEmu - from.xEmu];
  });
}

function chart(kind: string, head: string, v: string, w = ""): string {
  const second = w === "none" ? "" : `series "乙" (.w) ${w}`;
  return `chart ${kind} rows h=60mm legend=right alt="図" ${head} {
category (.n)
series "甲" (.v) ${v}
${second}
}`;
}

/** Values and limits that are one line, the limits in one colour. */
function controlChart(head: string): string {
  return `chart line rows h=60mm legend=right alt="図" ${head} {
category (.n)
series "値" (5) color=plan
series "上限" (5) color=done dash=dash
series "下限" (5) color=done dash=dot
}`;
}

const AREA = "an area of the chart hardly differs from its ground";
const LINE = "a line of the chart hardly differs from its ground";
const SERIES = "two series of the chart look alike";
const BAR = "a bar or mark hardly differs from its ground";

type Case = readonly [name: string, form: string, found: readonly string[], around?: string];

const CHARTS: readonly Case[] = [
  ...(["bar", "stacked"] as const).flatMap((kind) => [
    [`${kind}: colours that differ`, chart(kind, "", "color=plan", "color=done"), []] as const,
    [`${kind}: the palette`, chart(kind, "", ""), []] as const,
    [`${kind}: white`, chart(kind, "", "color=white", "color=done"), [AREA]] as const,
    [`${kind}: nearly white`, chart(kind, "", "color=pale", "color=done"), [AREA]] as const,
    [`${kind}: white on a dark ground`, chart(kind, "fill=done color=white", "color=white"), []] as const,
    [`${kind}: the chart's ground`, chart(kind, "fill=done color=white", "color=done"), [AREA]] as const,
    [`${kind}: one colour`, chart(kind, "", "color=plan", "color=#a9c5e9"), [SERIES]] as const,
    [
      `${kind}: one computed colour`,
      chart(kind, "", "fill=(if(.v > 30, 'done', 'plan'))", "color=plan"),
      [SERIES],
    ] as const,
    [`${kind}: a colour of the palette`, chart(kind, "", "", "color=#264670"), []] as const,
    [`${kind}: white in a dark box`, chart(kind, "color=white", "color=white"), [], "fill=done"] as const,
    [`${kind}: the colour of its box`, chart(kind, "color=white", "color=done"), [AREA], "fill=done"] as const,
  ]),
  ["line: the palette", chart("line", "", ""), []],
  ["line: white", chart("line", "", "color=white", "color=done"), [LINE]],
  ["line: one colour", chart("line", "", "color=done", "color=done"), [SERIES]],
  ["line: one colour, other dashes", chart("line", "", "color=done", "color=done dash=dash"), []],
  ["line: limits that coincide", controlChart(""), []],
  ["line: limits that coincide on their own ground", controlChart("fill=done"), [LINE]],
  ["line: white by a computation", chart("line", "", "color=(if(.v > 0, 'white', 'done'))"), [LINE]],
  ["pie: the palette", chart("pie", "", "", "none"), []],
  [
    "pie: white",
    chart("pie", "", "fill=(if(.v > 39, 'white', if(.v > 32, 'done', if(.v > 25, 'plan', 'black'))))", "none"),
    [AREA],
  ],
  [
    "pie: one colour",
    chart("pie", "", "fill=(if(.v > 30, 'done', 'plan'))", "none"),
    ["two parts of the chart look alike"],
  ],
];

test.each(CHARTS.map((one) => ({ name: one[0], one })))("a chart tells what is not seen: $name", ({ one }) => {
  const [, form, expected, around = ""] = one;
  expect(found(form, around)).toEqual(expected);
});

function schedule(bars: string, head = "", off = "pale"): string {
  return `gantt rows row-h=9mm ${head} {
column n "No" w=15mm border=0.25pt
scale from=(from) to=(addDays(from, 9)) unit=day holidays=(distinct(rows[].s)) off=${off}
${bars}
}`;
}

type ScheduleCase = readonly [name: string, bars: string, head: string, found: readonly string[], off?: string];

const SCHEDULES: readonly ScheduleCase[] = [
  ["its usual bars", "bar start=(.s) end=(.e)", "", []],
  ["white bars", "bar start=(.s) end=(.e) fill=white", "", [BAR]],
  ["white bars with a frame", "bar start=(.s) end=(.e) fill=white border=0.5pt", "", []],
  ["white bars with a white frame", "bar start=(.s) end=(.e) fill=white border=[0.5pt, white]", "", [BAR]],
  ["white bars on dark rows", "bar start=(.s) end=(.e) fill=white", "row-fill=done", [], "black"],
  ["bars that begin on days of their colour", "bar start=(.s) end=(.e) fill=plan", "", [BAR], "plan"],
  ["bars that run over days of their colour", "bar start=(from) end=(addDays(from, 9)) fill=plan", "", [BAR], "plan"],
  [
    "bars with a frame over days of their colour",
    "bar start=(from) end=(addDays(from, 9)) fill=plan border=0.5pt",
    "",
    [],
    "plan",
  ],
  ["bars that run over lighter days", "bar start=(from) end=(addDays(from, 9)) fill=plan", "", []],
  ["white marks", "milestone (.e) color=white", "", [BAR]],
  ["a white line of today", "today (from) color=white", "", [BAR]],
  [
    "a bar on a bar of its colour",
    "bar start=(.s) end=(.e) fill=done\nbar start=(.s) end=(.e) h=2mm fill=done",
    "",
    [BAR],
  ],
  ["what is done, in the bar's colour", "bar start=(.s) end=(.e) fill=done color=done progress=(50)", "", [BAR]],
];

test.each(SCHEDULES.map((one) => ({ name: one[0], one })))("a schedule tells what is not seen: $name", ({ one }) => {
  const [, bars, head, expected, off] = one;
  expect(found(schedule(bars, head, off))).toEqual(expected);
});

test("the palette is seen on every ground that a chart gives itself, beside whatever colour", () => {
  const color = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => {
    return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  });
  fc.assert(
    fc.property(fc.constantFrom("bar", "line", "stacked"), color, color, (kind, ground, given) => {
      const told = found(chart(kind, `fill=${ground}`, `color=${given}`, ""));
      const only = found(chart(kind, `fill=${ground}`, `color=${given}`, "none"));
      expect(told).toEqual(only);
      expect(found(chart(kind, `fill=${ground}`, "", ""))).toEqual([]);
    }),
    { numRuns: inLane({ fast: 25, full: 500 }) },
  );
});

test("a legend shows the dashes of its lines", () => {
  const dashed = sampleWidths(chart("line", "", "color=done", "color=done dash=dash"));
  const solid = sampleWidths(chart("line", "", "color=done", "color=plan"));
  // Two dashes of 57,150 EMU with a gap of 38,100 each.
  expect(Math.min(...dashed)).toBeGreaterThan(2 * 95_250);
  expect(Math.max(...solid)).toBeLessThan(95_250);
});
