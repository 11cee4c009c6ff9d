// A bar or a mark for each entry of a list, in the row of its record.
import { describe, expect, test } from "vitest";
import type { FillItem } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

interface Booking {
  readonly who?: string;
  readonly start?: string;
  readonly end?: string;
  readonly rate?: number;
  readonly late?: boolean;
}

interface Form {
  readonly marks?: string;
  readonly looks?: string;
  readonly column?: string;
  readonly scale?: string;
  /** What bookings and other times are. */
  readonly type?: "time" | "datetime";
}

const FILL = [0x88, 0xaa, 0xdd];
const BAR = "bar .bookings as=b start=(.start) end=(b.end) fill=#88aadd";
const CLOCK = "from=(time('08:00')) to=(time('18:00'))";

/** An hour is 10 mm wide, and the axis begins 50 mm from the page's left edge. Rooms are named 甲, 乙, … */
function lay(rooms: readonly (readonly Booking[])[], form: Form = {}) {
  const { marks = BAR, looks = "row-h=12mm", column = "", scale = CLOCK, type = "time" } = form;
  const source = `rpt 1
field asOf date example="2026-10-01"
field rooms[].name string(20)
field rooms[].bookings[].who string(20)
field rooms[].bookings[].rate? int
field rooms[].bookings[].late? bool
field rooms[].bookings[].start? ${type}
field rooms[].bookings[].end? ${type}
field others[].name string(20)
field others[].room string(20)
field others[].start time
field others[].end time
sizes big=20pt tiny=5pt
page A4 landscape margin=10mm {
  body {
    gantt rooms ${looks} {
      column name "室" w=40mm
      ${column}
      scale ${scale} w=100mm
      ${marks}
    }
  }
}
`;
  const laid = layOutSource(source, {
    asOf: "2026-10-01",
    rooms: rooms.map((bookings, at) => ({
      name: "甲乙丙"[at],
      bookings: bookings.map((one) => ({ who: "総務", ...one })),
    })),
    others: [
      { name: "清掃", room: "乙", start: "09:00", end: "10:00" },
      { name: "点検", room: "甲", start: "12:00", end: "13:00" },
      { name: "清掃", room: "乙", start: "15:00", end: "16:00" },
    ],
  });
  const bars = (laid.value.pages[0]?.items ?? []).flatMap((item) => {
    const isBar = item.kind === "fill" && item.color.slice(0, 3).join() === FILL.join();
    return isBar ? [boxOf(item)] : [];
  });
  // Where a finding lies on its page is not told here.
  const told = laid.diagnostics.map(({ code, message }) => `${code} ${message.replace(/page 1, [^()]*mm(?:, )?/, "")}`);
  return { document: laid.value, bars, told };
}

/** The edges of a bar in millimetres: from the beginning of the axis, and from the page's upper edge. */
function boxOf({ shape }: FillItem): Readonly<Record<"from" | "to" | "top" | "bottom", number>> {
  const points =
    shape.kind === "rectangle"
      ? [
          [shape.rectangle.leftEmu, shape.rectangle.topEmu],
          [shape.rectangle.rightEmu, shape.rectangle.bottomEmu],
        ]
      : shape.commands.flatMap((one) => (one.op === "move" || one.op === "line" ? [[one.xEmu, one.yEmu]] : []));
  const [xs, ys] = [0, 1].map((at) => points.map((point) => (point[at] ?? 0) / EMU_PER_MM)) as [number[], number[]];
  return { from: Math.min(...xs) - 50, to: Math.max(...xs) - 50, top: Math.min(...ys), bottom: Math.max(...ys) };
}

const shown = ({ from, to }: { readonly from: number; readonly to: number }) =>
  `${Math.round(from * 10) / 10}–${Math.round(to * 10) / 10}`;

const booked = (start: string, end: string, more: Booking = {}): Booking => ({ start, end, ...more });

describe("bar of a list", () => {
  test("is drawn for each entry, in the row of its record", () => {
    const { bars, told } = lay([[booked("09:00", "10:00"), booked("12:00", "14:30")], [booked("08:00", "09:00")]]);
    expect(bars.map(shown)).toEqual(["10–20", "40–65", "0–10"]);
    expect(bars[0]?.top).toBe(bars[1]?.top);
    expect((bars[2]?.top ?? 0) - (bars[0]?.top ?? 0)).toBeCloseTo(12, 1);
    expect(told).toEqual([]);
  });

  test("is not drawn where the list is empty, and the row stands", () => {
    const { bars, told, document } = lay([[], [booked("09:00", "10:00")]]);
    expect(bars.map(shown)).toEqual(["10–20"]);
    expect(pageLines(document, 0).filter((line) => /^[甲乙]$/.test(line))).toEqual(["甲", "乙"]);
    expect(told).toEqual([]);
  });

  test("sees its entry, and its record as outer", () => {
    const marks = `${BAR} label="{outer.name}{b.who}{.rate}" when=(.rate > 1) progress=(.rate)`;
    const { bars, document } = lay([[booked("09:00", "13:00", { rate: 1 }), booked("14:00", "18:00", { rate: 50 })]], {
      marks,
    });
    expect(bars.map(shown)).toEqual(["60–100"]);
    expect(pageLines(document, 0).join("\n")).toContain("甲総務50");
  });

  test("may be of a list of the form, filtered by what its row shows", () => {
    const { bars, told } = lay([[], []], {
      marks: "bar others[.room == outer.name] start=(.start) end=(.end) fill=#88aadd",
    });
    expect(bars.map(shown)).toEqual(["40–50", "10–20", "70–80"]);
    expect(told).toEqual([]);
  });

  test("takes the computed colour of the rows from their record", () => {
    const marks = `${BAR} label="{.who}"`;
    const { document, told } = lay([[booked("09:00", "12:00")]], {
      marks,
      looks: "row-h=12mm color=(if(true, 'red', 'black'))",
    });
    const red = document.pages[0]?.items.filter((item) => item.kind === "glyphs" && item.color[0] === 255);
    expect(red).not.toEqual([]);
    expect(told).toEqual([]);
  });

  test("stands below another that lies at the same time, and beside one that does not", () => {
    const { bars } = lay([[booked("09:00", "12:00"), booked("10:00", "13:00"), booked("14:00", "15:00")]]);
    const [first, second, third] = bars;
    expect(first?.bottom).toBeLessThanOrEqual(second?.top ?? 0);
    expect(third?.top).toBe(first?.top);
  });

  test("ends a little before one that begins where it ends", () => {
    const [first, second] = lay([[booked("09:00", "10:00"), booked("10:00", "11:00")]]).bars;
    const gap = (second?.from ?? 0) - (first?.to ?? 0);
    expect(gap).toBeGreaterThan(0.2);
    expect(gap).toBeLessThan(0.4);
    expect(second?.from).toBeCloseTo(20, 3);
  });

  test.each([
    ["where a line is about both", `${BAR} border=0.25pt`],
    ["in a lane of their own", "bar start=(time('09:00')) end=(time('10:00')) fill=#88aadd"],
  ])("keeps its length %s", (_, marks) => {
    const [first] = lay([[booked("09:00", "10:00"), booked("10:00", "11:00")]], { marks }).bars;
    expect(first?.to).toBeCloseTo(20, 3);
  });

  test("runs past midnight with its axis", () => {
    const { bars, told } = lay([[booked("22:00", "06:00"), booked("02:00", "03:00")]], {
      scale: "from=(time('20:00')) to=(time('06:00'))",
    });
    expect(bars.map(shown)).toEqual(["20–100", "60–70"]);
    expect(told).toEqual([]);
  });

  test("gives an axis of days the offset of its first datetime", () => {
    const rooms = [[], [booked("2026-10-01T10:00:00+09:00", "2026-10-01T11:00:00+09:00")]];
    const { told } = lay([...rooms, [booked("2026-10-01T15:30:00Z", "2026-10-01T16:00:00Z")]], {
      type: "datetime",
      scale: "from=(asOf) to=(asOf) unit=hour",
    });
    expect(told).toEqual([
      "RPT4020 a bar from 2026-10-02 00:30 to 2026-10-02 01:00 lies outside of the scale, 2026-10-01 00:00 to " +
        "2026-10-02 00:00 (rooms[2].bookings[0].start)",
    ]);
  });
});

test("a row draws so many bars of a list as can be told apart, and says so", () => {
  const { bars, told } = lay([Array.from({ length: 230 }, () => booked("09:00", "10:00"))], { looks: "row-h=20mm" });
  expect(bars).toHaveLength(200);
  expect(told).toContain(
    "RPT4020 a row has 230 bars of one list, and the first 200 are drawn (rooms[0].bookings[200].start)",
  );
});

const NEVER = "start=(if(false, .start, null)) end=(if(false, .end, null))";

describe("findings name the entry", () => {
  test.each<[string, readonly Booking[], Form, string]>([
    [
      "that ends before it begins",
      [booked("09:00", "10:00"), booked("12:00", "11:00")],
      {},
      "RPT4020 a bar from 12:00 ends before it begins, at 11:00 (rooms[0].bookings[1].start)",
    ],
    [
      "without an end",
      [{ start: "09:00" }],
      {},
      "RPT4020 a bar starts at 09:00 and has no end (rooms[0].bookings[0].end)",
    ],
    [
      "that is more than done",
      [booked("09:00", "10:00", { rate: 120 })],
      { marks: `${BAR} progress=(.rate)` },
      "RPT4020 a progress of 120 lies outside of 0 to 100, and is drawn as 100 (rooms[0].bookings[0].rate)",
    ],
    [
      "whose progress is a share",
      [booked("09:00", "10:00", { rate: 1 })],
      { marks: `${BAR} progress=(.rate)` },
      "RPT4020 a progress of 1 is drawn as 1 %, and no other is more than 1 (rooms[0].bookings[0].rate)",
    ],
    [
      "whose words have no room",
      [booked("09:00", "10:00"), booked("10:00", "10:30", { who: "総務部人事課" }), booked("10:30", "18:00")],
      { marks: `${BAR} label="{.who}"`, looks: "row-h=12mm size=big" },
      'RPT4003 "総務部人事課" has no room on the time axis (rooms[0].bookings[1].who)',
    ],
    [
      "that its row has no height for",
      Array.from({ length: 9 }, () => booked("09:00", "10:00")),
      { looks: "row-h=3mm size=tiny" },
      "RPT4003 a bar is drawn 0.2mm high, less than 0.4mm (rooms[0].bookings[8].start)",
    ],
    [
      "whose words nothing else shows",
      [{ who: "未定" }],
      { marks: `${BAR} label="{.who}"` },
      'RPT3025 rooms[0].bookings[0].who is the text "未定": what shows it on the time axis has no date, so it is not ' +
        "drawn",
    ],
    [
      "whose words have the name of a field of the row",
      [],
      {
        marks: `bar others[.room == outer.name] ${NEVER} label="{.name}"`,
      },
      'RPT3025 others[1].name is the text "点検": what shows it on the time axis has no date, so it is not drawn',
    ],
  ])("%s", (_, bookings, form, finding) => {
    expect(lay([bookings], form).told).toContain(finding);
  });

  test.each([
    ["which a cell shows as a list", "column who \"人\" (join(.bookings[].who, '、'))", "{.who}"],
    ["which its row shows", "", "{outer.name}"],
  ])("no words without a date %s", (_, column, label) => {
    const { told } = lay([[{ who: "未定" }]], { column, marks: `${BAR} label="${label}"` });
    expect(told.filter((each) => each.startsWith("RPT3025"))).toEqual([]);
  });
});

describe("milestone of a list", () => {
  const marksOf = (marks: string, bookings: readonly Booking[]) => lay([bookings], { marks });

  test.each([
    ["by what its first argument is", "milestone .bookings (.end) shape=line fill=#88aadd"],
    ["by the name of its entries", 'milestone .bookings as=e (e.end) "" shape=line fill=#88aadd'],
  ])("is drawn for each entry %s", (_, marks) => {
    const { bars, told } = marksOf(marks, [booked("09:00", "10:00"), booked("09:00", "12:00")]);
    expect(bars.map(({ from, to }) => Math.round((from + to) / 2))).toEqual([20, 40]);
    expect(told).toEqual([]);
  });

  test("shows the words of its entry", () => {
    const { document } = marksOf('milestone .bookings (.end) "{.who}"', [booked("09:00", "10:00", { who: "納入" })]);
    expect(pageLines(document, 0).join("\n")).toContain("納入");
  });

  test("keeps whole at the end of the axis", () => {
    const { bars } = marksOf("milestone .bookings (.end) shape=diamond fill=#88aadd", [booked("09:00", "18:00")]);
    expect(bars[0]?.to).toBeLessThanOrEqual(100.01);
    expect((bars[0]?.to ?? 0) - (bars[0]?.from ?? 0)).toBeGreaterThan(2);
  });

  test("of a record keeps its words where they are computed", () => {
    const { told, document } = marksOf("milestone (time('10:00')) (.name)", []);
    expect(told).toEqual([]);
    expect(pageLines(document, 0).filter((line) => line.includes("甲"))).toHaveLength(2);
  });
});
