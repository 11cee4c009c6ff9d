import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../../src/core/diagnostics/index.ts";
import type { FillItem, PageDocument } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutData, pageLines } from "../../../support/lay-out.ts";

const FIELDS = `field from date example="2026-12-01"
field to date example="2026-12-10"
field holidays[] date example=["2026-12-05", "2026-12-06"]
field jobs[].no string example=["A"]
field jobs[].line string example=["L1"]
field jobs[].start date example=["2026-12-01"]
field jobs[].end date example=["2026-12-02"]
field jobs[].done int example=[50]
field jobs[].due? date example=["2026-12-03"]
`;

/** The axis begins 40 mm and ends 140 mm from the page's left edge: a day of ten is 10 mm wide. */
function form(children: readonly string[], page = "120mm 100mm"): string {
  const lines = children.map((line) => `      ${line}\n`).join("");
  const column = 'column no "No" w=20mm border=0.25pt';
  return `rpt 1\n${FIELDS}colors plan=#8fb4e0 red=#d9534f off=#e4e4e4
page 160mm ${page.split(" ")[1]} margin=[10mm, 20mm, 10mm, 20mm] {
  body {
    gantt jobs row-h=10mm {
      ${column}
${lines}    }
  }
}
`;
}

const SCALE = "scale from=(from) to=(to) unit=day top='yyyy年M月' bottom='d'";
const BAR = "bar start=(.start) end=(.end) fill=plan";

function job(over: Record<string, unknown> = {}): Record<string, unknown> {
  return { no: "A", line: "L1", start: "2026-12-03", end: "2026-12-04", done: 50, ...over };
}

function lay(children: readonly string[], data: Record<string, unknown> = {}) {
  const source = form(children);
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  return layOutData(value, { from: "2026-12-01", to: "2026-12-10", holidays: [], jobs: [job()], ...data });
}

/** `left–right` of the fills of a colour, in whole millimetres. */
function fills({ pages }: PageDocument, color: string, page = 0): readonly string[] {
  return (pages[page]?.items ?? [])
    .filter((item): item is FillItem => item.kind === "fill")
    .filter(
      (item) =>
        `#${item.color
          .slice(0, 3)
          .map((one) => one.toString(16).padStart(2, "0"))
          .join("")}` === color,
    )
    .map(({ shape }) => {
      const xs =
        shape.kind === "rectangle"
          ? [shape.rectangle.leftEmu, shape.rectangle.rightEmu]
          : shape.commands.flatMap((command) => (command.op === "close" ? [] : [command.xEmu]));
      return `${Math.round(Math.min(...xs) / EMU_PER_MM)}–${Math.round(Math.max(...xs) / EMU_PER_MM)}`;
    });
}

const PLAN = "#8fb4e0";

describe("bars lie on the days that they take", () => {
  test.each([
    ["both days are whole", { start: "2026-12-03", end: "2026-12-04" }, ["60–80"], []],
    ["the first day of the scale", { start: "2026-12-01", end: "2026-12-01" }, ["40–50"], []],
    ["the last day of the scale is included", { start: "2026-12-10", end: "2026-12-10" }, ["130–140"], []],
    [
      "what begins before the scale is cut and told",
      { start: "2026-11-20", end: "2026-12-02" },
      ["40–60"],
      ["RPT4020"],
    ],
    ["what ends after the scale is cut and told", { start: "2026-12-09", end: "2026-12-31" }, ["120–140"], ["RPT4020"]],
    [
      "what lies outside is told, and an arrow at the end",
      { start: "2027-01-01", end: "2027-01-02" },
      ["139–140"],
      ["RPT4020"],
    ],
    ["an end before the start is told and not drawn", { start: "2026-12-05", end: "2026-12-03" }, [], ["RPT4020"]],
  ] as const)("%s", (_, over, expected, codes) => {
    const { value, diagnostics } = lay([SCALE, BAR], { jobs: [job(over)] });
    expect(fills(value, PLAN)).toEqual(expected);
    expect(diagnostics.map((each) => each.code)).toEqual(codes);
  });

  test("a bar that goes on beyond the axis ends in a point there, and only there", () => {
    const day = fc.integer({ min: -20, max: 30 });
    fc.assert(
      fc.property(day, day, (one, other) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)];
        const dateOf = (at: number) => new Date(Date.UTC(2026, 11, 1 + at)).toISOString().slice(0, 10);
        const data = { jobs: [job({ start: dateOf(first), end: dateOf(last) })] };
        const { value, diagnostics } = lay([SCALE, BAR], data);
        const bar = value.pages[0]?.items.find((item) => item.kind === "fill" && item.color[0] === 0x8f);
        const shape = bar?.kind === "fill" ? bar.shape : null;
        const points = shape?.kind === "path" ? shape.commands.flatMap((one) => (one.op === "close" ? [] : [one])) : [];
        const lone = (edge: number) => points.filter((point) => Math.abs(point.xEmu - edge) < 2).length === 1;
        const [left, right] = [40 * EMU_PER_MM, 140 * EMU_PER_MM];
        expect([lone(left), lone(right)]).toEqual([first < 0, last > 9]);
        expect(diagnostics.map((each) => each.code)).toEqual(first < 0 || last > 9 ? ["RPT4020"] : []);
        if (first >= 0 && last <= 9) {
          expect(fills(value, PLAN)).toEqual([`${40 + first * 10}–${50 + last * 10}`]);
        }
      }),
    );
  });

  test("a mark beyond the axis is told, and an arrow at its end", () => {
    const mark = "milestone (.due) shape=line fill=red";
    for (const [due, place] of [
      ["2026-11-01", "40–43"],
      ["2027-02-01", "137–140"],
    ] as const) {
      const { value, diagnostics } = lay([SCALE, mark], { jobs: [job({ due })] });
      expect(fills(value, "#d9534f")).toEqual([place]);
      expect(diagnostics.map((each) => each.message)).toEqual([
        expect.stringMatching(/^a mark on .* lies outside of the scale/),
      ]);
    }
  });

  test("a progress beyond what there is to do is told", () => {
    const { diagnostics } = lay([SCALE, `${BAR} progress=(.done)`], { jobs: [job({ done: 130 }), job({ done: 100 })] });
    expect(diagnostics.map((each) => each.message)).toEqual([
      expect.stringMatching(/^a progress of 130 lies outside of 0 to 100, and is drawn as 100 .*jobs\[0\]\.done/),
    ]);
  });

  test("a finding names the record's path", () => {
    const { diagnostics } = lay([SCALE, BAR], { jobs: [job(), job({ end: "2027-01-02" })] });
    expect(diagnostics.map((each) => each.message)).toEqual([
      "a bar from 2026-12-03 to 2027-01-02 lies partly outside of the scale, 2026-12-01 to 2026-12-10" +
        " (page 1, x 40.0mm, y 30.8mm, jobs[1].start)",
    ]);
  });

  test("in the progress lane a bar reaches as far as is done", () => {
    const lane = "bar start=(.start) end=(.end) progress=(.done) fill=red lane=progress";
    expect(fills(lay([SCALE, BAR, lane]).value, "#d9534f")).toEqual(["60–70"]);
    expect(fills(lay([SCALE, BAR, lane], { jobs: [job({ done: 250 })] }).value, "#d9534f")).toEqual(["60–80"]);
    expect(fills(lay([SCALE, BAR, lane], { jobs: [job({ done: 0 })] }).value, "#d9534f")).toEqual([]);
  });

  test("a mark stands in the middle of its day, and one without a date nowhere", () => {
    const mark = "milestone (.due) shape=diamond fill=red";
    expect(fills(lay([SCALE, mark], { jobs: [job({ due: "2026-12-08" })] }).value, "#d9534f")).toEqual(["114–117"]);
    expect(fills(lay([SCALE, mark]).value, "#d9534f")).toEqual([]);
  });

  test("today's line runs through all rows, and a day beyond the scale has none", () => {
    const strokes = (asOf: string) => {
      const { value } = lay([SCALE, BAR, `today (from) color=red`], { from: asOf, jobs: [job(), job()] });
      return (value.pages[0]?.items ?? []).flatMap((item) =>
        item.kind === "stroke" && item.color[0] === 0xd9 && item.shape.kind === "path" ? [item.shape.commands] : [],
      );
    };
    const [line] = strokes("2026-12-01");
    expect(line?.map((one) => (one.op === "close" ? 0 : Math.round(one.yEmu / EMU_PER_MM)))).toHaveLength(2);
    expect(strokes("2026-12-01")).toHaveLength(1);
  });
});

describe("the time axis", () => {
  test("days without work are one stretch where they follow one another", () => {
    const off = `${SCALE} holidays=(holidays[]) off=off`;
    const { value } = lay([off, BAR], { holidays: ["2026-12-06", "2026-12-05", "2026-12-09", "2027-05-05"] });
    // Once in the line of days, once in the rows.
    expect(fills(value, "#e4e4e4")).toEqual(["80–100", "120–130", "80–100", "120–130"]);
  });

  test("larger steps are named once over the days that they hold", () => {
    const { value } = lay([SCALE, BAR], { from: "2026-11-26", to: "2026-12-05" });
    expect(pageLines(value, 0).join(" ")).toContain("2026年11月|2026年12月");
    expect(pageLines(value, 0).join(" ")).toContain("26|27|28|29|30|1|2|3|4|5");
  });

  test.each([
    ["month", "2026-01-01", "2026-12-31", "1月2月3月4月5月6月7月8月9月10月11月12月"],
    ["week", "2026-12-01", "2026-12-31", "18152229"],
  ])("steps of a %s", (unit, from, to, names) => {
    const scale = `scale from=(from) to=(to) unit=${unit}`;
    expect(
      pageLines(lay([scale, BAR], { from, to }).value, 0)
        .join("")
        .replaceAll("|", ""),
    ).toContain(names);
  });

  test("where not all names have room, the same days of every month are shown", () => {
    const { value } = lay([SCALE, BAR], { to: "2027-03-10" });
    expect(pageLines(value, 0).join("").replaceAll("|", "")).toContain("161116212616111621261611162116");
  });

  test.each([
    ["2026-12-10", "2026-12-01", "the scale ends before it begins: 2026-12-10 to 2026-12-01"],
    ["2026-12-10", "2026-12-09", "the scale ends before it begins: 2026-12-10 to 2026-12-09"],
    ["2000-01-01", "2026-12-01", "the scale has more than 2000 steps of a day"],
    [
      "2026-12-10T22:00:00+09:00",
      "2026-12-10T22:00:00+09:00",
      "the scale ends when it begins: 2026-12-10T22:00:00+09:00",
    ],
  ])("%s to %s is told, and the table is drawn without it", (from, to, message) => {
    const { value, diagnostics } = lay([SCALE, BAR], { from, to });
    expect(diagnostics.map((each) => `${each.code} ${each.message}`)).toEqual([
      `RPT4021 ${message} (page 1, x 20.0mm, y 10.0mm, to)`,
    ]);
    expect(pageLines(value, 0)).toContain("A");
  });

  test("the headings stand again on every page, and no record is lost or drawn twice", () => {
    const jobs = Array.from({ length: 20 }, (_, at) => job({ no: `N${at}` }));
    const { value } = lay([SCALE, BAR], { jobs });
    expect(value.pages.length).toBeGreaterThan(2);
    for (const page of value.pages.keys()) expect(pageLines(value, page).join(" ")).toContain("2026年12月");
    const bars = value.pages.flatMap((_, page) => fills(value, PLAN, page));
    expect(bars).toEqual(Array.from({ length: 20 }, () => "60–80"));
  });

  test("groups part the rows, and their heads lie across the axis", () => {
    const jobs = [job({ line: "L1" }), job({ line: "L2" }), job({ line: "L1" })];
    const { value } = lay([SCALE, BAR, "group (.line) {", '  head "ライン{.key}"', "}"], { jobs });
    expect(pageLines(value, 0).filter((line) => line.includes("ライン"))).toEqual(["ラインL1", "ラインL2"]);
    expect(fills(value, PLAN)).toHaveLength(3);
  });
});

describe("words at the line of today", () => {
  const wordsAt = (from: string, label: string, over: Record<string, unknown> = {}) => {
    const { value, diagnostics } = lay([SCALE, BAR, `today (asOf) "${label}" color=red`].map(inAsOf(from)), over);
    const items = value.pages[0]?.items ?? [];
    return { items, diagnostics };
  };
  const inAsOf = (from: string) => (line: string) => line.replace("asOf", `addDays(from, ${dayOf(from)})`);
  const dayOf = (from: string) => Math.round((Date.parse(from) - Date.parse("2026-12-01")) / 86_400_000);

  test("stand where no name of the heading does", () => {
    const { items } = wordsAt("2026-12-01", "基準日");
    const item = items.find((one) => one.kind === "glyphs" && one.run.text === "基準日");
    expect(item?.kind === "glyphs" ? Math.round((item.xEmu / EMU_PER_MM - 40) * 10) / 10 : null).toBe(5.5);
  });

  test("are never left out, and never over a name", () => {
    const label = fc.constantFrom(
      "今",
      "基準日",
      "本日時点の進捗の線",
      "とても長いので目盛の幅にも入りきらないほどの長さの名",
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), label, fc.integer({ min: 9, max: 200 }), (day, words, length) => {
        const from = new Date(Date.UTC(2026, 11, 1 + day)).toISOString().slice(0, 10);
        const to = new Date(Date.UTC(2026, 11, 1 + length)).toISOString().slice(0, 10);
        const { items } = wordsAt(from, words, { to });
        const runs = items.flatMap((item) =>
          item.kind === "glyphs"
            ? [{ text: item.run.text, yEmu: item.yEmu, from: item.xEmu, to: item.xEmu + item.advanceEmu }]
            : [],
        );
        const own = runs.filter((run) => words.includes(run.text) && run.text !== "日");
        expect(own.map((run) => run.text).join("")).toBe(words);
        for (const one of own) {
          expect(one.from).toBeGreaterThanOrEqual(40 * EMU_PER_MM - 20);
          const over = runs.filter(
            (run) => run !== one && run.yEmu === one.yEmu && run.from < one.to && one.from < run.to,
          );
          expect(over.filter((run) => !own.includes(run)).map((run) => run.text)).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("of a day that the scale does not show are not drawn, which is told", () => {
    const { diagnostics } = wordsAt("2026-12-20", "基準日");
    expect(diagnostics.map((each) => `${each.severity} ${each.message}`)).toEqual([
      expect.stringMatching(/^info today, 2026-12-20, lies outside of the scale/),
    ]);
  });
});

test("no line of the heading runs through a name", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.constantFrom("day", "week", "month"), (length, unit) => {
      const to = new Date(Date.UTC(2026, 11, 1 + length)).toISOString().slice(0, 10);
      const { value } = lay([`scale from=(from) to=(to) unit=${unit} top='yyyy年M月' bottom='M/d'`, BAR], { to });
      const items = value.pages[0]?.items ?? [];
      const names = items.flatMap((item) => (item.kind === "glyphs" && item.yEmu < 25 * EMU_PER_MM ? [item] : []));
      for (const item of items) {
        if (item.kind !== "stroke" || item.shape.kind !== "path") continue;
        const [from, end] = item.shape.commands.flatMap((one) => (one.op === "close" ? [] : [one]));
        if (from === undefined || end === undefined || from.xEmu !== end.xEmu) continue;
        const cut = names.filter((name) => {
          const [top, bottom] = [Math.min(from.yEmu, end.yEmu), Math.max(from.yEmu, end.yEmu)];
          return (
            name.yEmu > top && name.yEmu < bottom && name.xEmu < from.xEmu && from.xEmu < name.xEmu + name.advanceEmu
          );
        });
        expect(cut.map((name) => name.run.text)).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});

test("days without work are shaded in a heading of one line too", () => {
  const off = "scale from=(from) to=(to) unit=day bottom='d' holidays=(holidays[]) off=off";
  const { value } = lay([off, BAR], { holidays: ["2026-12-05"] });
  expect(fills(value, "#e4e4e4")).toEqual(["80–90", "80–90"]);
});

describe("labels of bars", () => {
  const placed = (over: Record<string, unknown>, children: readonly string[] = []) => {
    const { value, diagnostics } = lay([SCALE, `${BAR} label="{.no}"`, ...children], { jobs: [job(over)] });
    expect(diagnostics).toEqual([]);
    const item = value.pages[0]?.items.filter((one) => one.kind === "glyphs").at(-1);
    return Math.round((item?.xEmu ?? 0) / EMU_PER_MM);
  };

  test("stand on the bar where they fit", () => {
    expect(placed({ no: "A" })).toBe(61);
  });

  test("stand right of a bar that is too short, and left of it at the axis's end", () => {
    expect(placed({ no: "long words", start: "2026-12-03", end: "2026-12-03" })).toBe(71);
    expect(placed({ no: "long words", start: "2026-12-10", end: "2026-12-10" })).toBeLessThan(130);
  });

  test("of two bars in one lane do not lie on one another", () => {
    const second = `bar start=(.due) end=(.due) fill=red label="{.line}"`;
    const jobs = [
      job({ no: "long words", line: "other words", start: "2026-12-03", end: "2026-12-03", due: "2026-12-04" }),
    ];
    const { value } = lay([SCALE, `${BAR} label="{.no}"`, second], { jobs });
    const [one, other] = ["long words", "other words"].map((text) => {
      const run = value.pages[0]?.items.find((item) => item.kind === "glyphs" && item.run.text === text);
      return run?.kind === "glyphs" ? [run.xEmu, run.xEmu + run.advanceEmu] : [];
    });
    const [left, right] = [one ?? [], other ?? []].toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
    expect(left?.[1]).toBeLessThanOrEqual(right?.[0] ?? 0);
  });

  test("stand behind a mark that would lie in their way", () => {
    const over = { no: "long words", start: "2026-12-03", end: "2026-12-03", due: "2026-12-04" };
    expect(placed(over, ["milestone (.due)"])).toBeGreaterThanOrEqual(77);
  });
});

test("bars with words for those who do not see them are figures of their row", () => {
  const { value } = lay([SCALE, `${BAR} alt="{.no} 組立"`]);
  const figure = value.structure.find((node) => node.type === "Figure");
  expect(figure?.alt).toBe("A 組立");
  expect(value.structure[figure?.parent ?? 0]?.type).toBe("TD");
});

test.each(["triangle", "diamond", "line"])("a %s at an end of the axis stays within it", (shape) => {
  const mark = `milestone (.due) shape=${shape} color=red`;
  const scale = "scale from=(from) to=(to) unit=month";
  for (const due of ["2026-12-01", "2028-03-31"]) {
    const { value } = lay([scale, mark], { to: "2028-03-31", jobs: [job({ due })] });
    const [left, right] = (fills(value, "#d9534f")[0] ?? "").split("–").map(Number);
    expect(left).toBeGreaterThanOrEqual(40);
    expect(right).toBeLessThanOrEqual(140);
  }
});

test("a heading's pattern that prints no date is told where it stands", () => {
  const source = form([SCALE.replace("'d'", "'DD'"), BAR]);
  const told = compileSource(source).diagnostics.filter((each) => each.code === "RPT2125");
  expect(told.map((each) => each.message)).toEqual(['"DD" is no part of a date pattern']);
});

test.each([
  ['top="month"', "RPT2125", "write 'yyyy年M月'"],
  ["top='工程'", "RPT2125", "write 'yyyy年M月'"],
  ['bottom="Phase"', "RPT2125", "write 'd'"],
  ["top=month", "RPT1015", "write top='yyyy年M月'"],
])("a heading's text without a date, %s, is told with a pattern", (property, code, repair) => {
  const source = form([`scale from=(from) to=(to) unit=day ${property}`, BAR]);
  const told = compileSource(source).diagnostics.filter((each) => each.severity === "error");
  expect(told.map((each) => each.code)).toEqual([code]);
  expect(JSON.stringify(told[0]?.repair)).toContain(repair);
});
