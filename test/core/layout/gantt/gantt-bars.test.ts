import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../../src/core/diagnostics/index.ts";
import type { AxisBar } from "../../../../src/core/layout/blocks/blocks.ts";
import { placeBars } from "../../../../src/core/layout/gantt/axis-bars.ts";
import { type FillItem, inkOf, type PageDocument } from "../../../../src/core/layout/index.ts";
import type { Finding } from "../../../../src/core/layout/words/findings.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutData } from "../../../support/lay-out.ts";

/** The axis begins 40 mm from the page's left edge, and a day of its ten is 10 mm wide. */
function lay(children: readonly string[], job: Record<string, unknown>) {
  const source = `rpt 1
field jobs[].no string(4) example=["A"]
field jobs[].start? datetime example=["2026-12-03T00:00:00Z"]
field jobs[].a? date example=["2026-12-03"]
field jobs[].b? date example=["2026-12-04"]
field jobs[].c? date example=["2026-12-05"]
field jobs[].d? date example=["2026-12-06"]
field jobs[].rate? int example=[50]
field from date example="2026-12-01"
colors plan=#8fb4e0 done=#2f7d52
page 160mm 100mm margin=[10mm, 20mm, 10mm, 20mm] {
  body {
    gantt jobs row-h=10mm {
      column no "No" w=20mm
      scale from=(from) to=(addDays(from, 9)) unit=day
${children.map((line) => `      ${line}\n`).join("")}    }
  }
}
`;
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  return layOutData(value, { from: "2026-12-01", jobs: [{ no: "A", ...job }] });
}

/** The points of the fills of a colour. */
function shapes({ pages }: PageDocument, color: readonly number[]) {
  return (pages[0]?.items ?? [])
    .filter((item): item is FillItem => item.kind === "fill" && item.color.slice(0, 3).join() === color.join())
    .map(({ shape }) => {
      if (shape.kind === "path") return shape.commands.flatMap((one) => (one.op === "close" ? [] : [one]));
      const { leftEmu, topEmu, rightEmu, bottomEmu } = shape.rectangle;
      return [
        { xEmu: leftEmu, yEmu: topEmu },
        { xEmu: rightEmu, yEmu: bottomEmu },
      ];
    });
}

/** `left–right` in millimetres. */
function extents(document: PageDocument, color: readonly number[]): readonly string[] {
  return shapes(document, color).map((points) => {
    const xs = points.map(({ xEmu }) => xEmu / EMU_PER_MM);
    return `${Math.round(Math.min(...xs) * 10) / 10}–${Math.round(Math.max(...xs) * 10) / 10}`;
  });
}

const PLAN = [0x8f, 0xb4, 0xe0] as const;
const DONE = [0x2f, 0x7d, 0x52] as const;
const PLAN_BAR = "bar start=(.a) end=(.b) fill=plan";

describe("a bar beyond its scale", () => {
  test.each([
    ["before it", { a: "2026-10-01", b: "2026-10-20", rate: 50 }],
    ["before it, all of it done", { a: "2026-10-01", b: "2026-11-30", rate: 100 }],
    ["behind it", { a: "2027-01-01", b: "2027-01-20", rate: 50 }],
    ["behind it, all of it done", { a: "2026-12-11", b: "2027-01-20", rate: 100 }],
  ])("shows an arrow and no progress %s", (_, job) => {
    const { value } = lay(["bar start=(.a) end=(.b) fill=plan progress=(.rate) color=done"], job);
    expect([extents(value, PLAN).length, extents(value, DONE)]).toEqual([1, []]);
  });

  test("shows the progress that lies on the axis", () => {
    const job = { a: "2026-11-21", b: "2026-12-10", rate: 75 };
    const { value } = lay(["bar start=(.a) end=(.b) fill=plan progress=(.rate) color=done"], job);
    expect(extents(value, DONE)).toHaveLength(1);
  });
});

describe("a bar with one of its days", () => {
  test.each([
    ["no end", { a: "2026-12-03" }, ["60–72.5"], ["a bar starts on 2026-12-03 and has no end"], "jobs[0].b"],
    ["no start", { b: "2026-12-03" }, ["57.5–70"], ["a bar ends on 2026-12-03 and has no start"], "jobs[0].a"],
    ["no end on the last day", { a: "2026-12-10" }, ["130–140"], ["a bar starts on 2026-12-10 and has no end"], null],
    ["neither", {}, [], [], null],
    ["both", { a: "2026-12-03", b: "2026-12-03" }, ["60–70"], [], null],
    [
      "an end before its start",
      { a: "2026-12-05", b: "2026-12-03" },
      [],
      ["a bar from 2026-12-05 ends before it begins, on 2026-12-03"],
      "jobs[0].a",
    ],
  ] as const)("%s", (_, job, expected, messages, path) => {
    const { value, diagnostics } = lay([PLAN_BAR], job);
    expect(extents(value, PLAN)).toEqual(expected);
    const told = diagnostics.map(({ code, message: text }) => `${code} ${text.split(" (page")[0]}`);
    expect(told).toEqual(messages.map((message) => `RPT4020 ${message}`));
    if (path !== null) expect(diagnostics[0]?.dataPath).toBe(path);
  });

  test("is torn where nobody knows it, and straight where it is known", () => {
    const [torn] = shapes(lay([PLAN_BAR], { a: "2026-12-03" }).value, PLAN);
    const edge = (xMm: number) => torn?.filter(({ xEmu }) => Math.abs(xEmu - xMm * EMU_PER_MM) < 2).length;
    expect([edge(60), edge(72.5)]).toEqual([2, 3]);
  });

  test("stands as the repair says once the other day is given", () => {
    const bar = "bar start=(.a) end=(.b ?? from) fill=plan";
    const { value, diagnostics } = lay([bar], { a: "2026-12-01" });
    expect(extents(value, PLAN)).toEqual(["40–50"]);
    expect(diagnostics).toEqual([]);
  });

  test.each([
    ["half", { a: "2026-12-03", b: "2026-12-04", rate: 50 }, ["60–70"]],
    ["nothing that is known", { a: "2026-12-03", b: "2026-12-04" }, []],
    ["nothing", { a: "2026-12-03", b: "2026-12-04", rate: 0 }, []],
    ["nothing of an open one", { a: "2026-12-03", rate: 0 }, []],
    ["some of an open one", { a: "2026-12-03", rate: 50 }, ["60–72.5"]],
  ] as const)("in the lane of progress shows what is done: %s", (_, job, expected) => {
    expect(extents(lay([`${PLAN_BAR} lane=progress progress=(.rate)`], job).value, PLAN)).toEqual(expected);
  });

  test("no share of it is known", () => {
    const bar = `${PLAN_BAR} progress=(50) color=done`;
    expect(extents(lay([bar], { a: "2026-12-03" }).value, DONE)).toEqual([]);
    expect(extents(lay([bar], { a: "2026-12-03", b: "2026-12-04" }).value, DONE)).toEqual(["60–70"]);
  });
});

describe("plan and actual in one lane", () => {
  const ACTUAL = "bar start=(.c) end=(.d) fill=done";
  const days = { a: "2026-12-03", b: "2026-12-06", c: "2026-12-04", d: "2026-12-05" };
  const heights = (children: readonly string[], job: Record<string, unknown>) => {
    const { value, diagnostics } = lay(children, job);
    const edges = [PLAN, DONE].map((color) => {
      const ys = (shapes(value, color)[0] ?? []).map(({ yEmu }) => Math.round(yEmu / 3_600) / 10);
      return `${Math.min(...ys)}–${Math.max(...ys)}`;
    });
    return { edges, codes: diagnostics.map(({ code }) => code) };
  };

  test.each([
    ["lie one below the other", [PLAN_BAR, ACTUAL], days, ["21.9–25.5", "26.1–29.7"], []],
    ["share a lane at other times", [PLAN_BAR, ACTUAL], { ...days, c: "2026-12-08", d: "2026-12-09" }, null, []],
    ["a narrower one lies on the wider one", [`${PLAN_BAR} h=6mm`, `${ACTUAL} h=3mm`], days, null, []],
    ["a wider one beside it", [`${PLAN_BAR} h=3mm`, `${ACTUAL} h=6mm`], days, ["21–24", "24.5–30.5"], []],
    ["both higher than half", [`${PLAN_BAR} h=5mm`, `${ACTUAL} h=6mm`], days, ["20.8–25.8", "25.8–30.8"], ["RPT4003"]],
  ] as const)("%s", (_, children, job, edges, codes) => {
    const found = heights(children, job);
    if (edges !== null) expect(found.edges).toEqual(edges);
    else
      expect(new Set(found.edges.map((one) => one.split("–").reduce((sum, each) => sum + Number(each), 0))).size).toBe(
        1,
      );
    expect(found.codes).toEqual(codes);
  });

  test("a bar that is higher than its row is told", () => {
    const { diagnostics } = lay([`${PLAN_BAR} h=12mm`], days);
    expect(diagnostics.map(({ code, message }) => `${code} ${message.split(" (")[0]}`)).toEqual([
      "RPT4003 a bar of h=12.0mm is drawn 10.0mm high",
    ]);
  });

  test("marks of one shape at one day stand one below another", () => {
    const shape = fc.constantFrom("triangle", "diamond", "line");
    fc.assert(
      fc.property(shape, fc.integer({ min: 2, max: 7 }), (one, count) => {
        const marks = Array.from({ length: count }, () => `milestone (.a) shape=${one} color=#d00000`);
        const { value, diagnostics } = lay(marks, { a: "2026-12-03" });
        const inks = (value.pages[0]?.items ?? []).flatMap((item) =>
          item.kind === "fill" && item.color[0] === 0xd0 ? (inkOf(item) ?? []) : [],
        );
        expect(inks).toHaveLength(count);
        inks.slice(1).forEach((ink, at) => {
          expect(ink.topEmu).toBeGreaterThanOrEqual((inks[at]?.bottomEmu ?? 0) - 1);
        });
        // Of a row that is 10 mm high, each of eight marks would have 1 mm.
        expect(diagnostics).toEqual([]);
      }),
    );
    const eight = Array.from({ length: 9 }, () => "milestone (.a)");
    expect(lay(eight, { a: "2026-12-03" }).diagnostics.map(({ message }) => message.split(" (")[0])).toEqual([
      expect.stringMatching(/^9 marks at one place are drawn 0\.8mm high, less than 1\.0mm/u),
    ]);
  });
});

test("whatever bars a row has, each is seen as it is, or told", () => {
  const bar = fc.record({
    from: fc.integer({ min: 0, max: 90 }),
    days: fc.integer({ min: 1, max: 60 }),
    lane: fc.constantFrom("main", "progress"),
    heightMm: fc.option(fc.integer({ min: 1, max: 14 })),
  });
  fc.assert(
    fc.property(fc.array(bar, { maxLength: 4 }), fc.integer({ min: 3, max: 20 }), (written, rowMm) => {
      const bars = written.map(({ from, days, lane, heightMm }): AxisBar => {
        const heightEmu = heightMm === null ? null : heightMm * EMU_PER_MM;
        const [fromEmu, toEmu] = [from * EMU_PER_MM, (from + days) * EMU_PER_MM];
        return { ...BAR, fromEmu, toEmu, lane, heightEmu };
      });
      const findings: Finding[] = [];
      const row = { topEmu: 1_000_000, heightEmu: rowMm * EMU_PER_MM };
      const placed = placeBars(bars, row, findings);
      expect(placed.map((one) => one.bar)).toEqual(bars);
      placed.forEach(({ bar, topEmu, bottomEmu }, at) => {
        expect(topEmu).toBeGreaterThanOrEqual(row.topEmu);
        expect(bottomEmu).toBeLessThanOrEqual(row.topEmu + row.heightEmu);
        if (findings.length === 0 && bar.heightEmu !== null) expect(bottomEmu - topEmu).toBe(bar.heightEmu);
        for (const later of placed.slice(at + 1)) {
          const isApart = later.bar.fromEmu >= bar.toEmu || later.bar.toEmu <= bar.fromEmu;
          const covered = Math.min(bottomEmu, later.bottomEmu) - Math.max(topEmu, later.topEmu);
          if (!isApart && covered > 0) expect(bottomEmu - topEmu - covered).toBeGreaterThanOrEqual(25_400);
        }
      });
    }),
    { numRuns: inLane({ fast: 500, full: 20_000 }) },
  );
});

const BAR: AxisBar = {
  kind: "bar",
  fromEmu: 0,
  toEmu: 0,
  doneEmu: null,
  start: "known",
  end: "known",
  isDoneBeyond: false,
  lane: "main",
  heightEmu: null,
  fill: [0, 0, 0, 255],
  doneColor: [0, 0, 0, 255],
  border: null,
  label: null,
  alt: null,
  role: null,
  span: [0, 0],
};
