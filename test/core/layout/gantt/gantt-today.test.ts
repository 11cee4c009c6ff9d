import { describe, expect, test } from "vitest";
import { glyphInk, inkOf, type PlacedItem, type Rectangle } from "../../../../src/core/layout/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const STARTS = ["2026-10-01", "2026-10-02", "2026-10-12"];

/** A schedule with bars over the day of today, whose labels stand over that day or beside it. */
function items(label: string, properties = "", children = "", starts: readonly string[] = STARTS) {
  const jobs = starts.map((start) => ({ name: "設計", start, end: "2026-10-20" }));
  const { value } = layOutSource(
    `rpt 1
field asOf date
field jobs[].name string(20)
field jobs[].start date
field jobs[].end date
colors late=#dd3333
style cell border=0.25pt
page A4 landscape margin=10mm {
  body {
    gantt jobs ${properties} from=(addDays(asOf, -3)) to=(addDays(asOf, 27)) unit=day {
      column name "工程" w=30mm
      bar start=(.start) end=(.end) label="${label}"
      today (asOf) color=late
      ${children}
    }
  }
}
`,
    { asOf: "2026-10-04", jobs },
  );
  return value.pages[0]?.items ?? [];
}

/** The pieces of the line of today, from top to bottom. */
function line(all: readonly PlacedItem[]): readonly Rectangle[] {
  return all.flatMap((item) => {
    if (item.kind !== "stroke" && item.kind !== "fill") return [];
    const bounds = item.color[0] === 0xdd ? inkOf(item) : null;
    // The pointer above the line is wider.
    return bounds === null || bounds.rightEmu - bounds.leftEmu > 25_000 ? [] : [bounds];
  });
}

/** Words that a piece of the line runs through. */
function crossed(all: readonly PlacedItem[]): readonly string[] {
  return all.flatMap((item) => {
    if (item.kind !== "glyphs") return [];
    const ink = glyphInk(item);
    const isCrossed = line(all).some(
      (piece) =>
        piece.rightEmu > ink.leftEmu &&
        piece.leftEmu < ink.rightEmu &&
        piece.bottomEmu > ink.topEmu &&
        piece.topEmu < ink.bottomEmu,
    );
    return isCrossed ? [item.run.text] : [];
  });
}

describe("the line of today", () => {
  test("runs through all rows where no label stands in its way", () => {
    expect(line(items("担"))).toHaveLength(1);
  });

  test("leaves out the labels of bars that it would cross", () => {
    const all = items("担当 山田太郎と佐藤花子");
    expect(line(all).length).toBeGreaterThan(0);
    expect(crossed(all)).toEqual([]);
  });

  const LONG = "長い言葉が日程の上にかかっている見出しで、本日の線はここを通らない。".repeat(2);

  test.each([
    ["of a group's head", `group (.name) {\n head "${LONG}"\n }`],
    ["of a group's foot", `group (.name) {\n foot "${LONG}"\n }`],
  ])("leaves out the words %s", (_, children) => {
    const all = items("担", "", children);
    expect(line(all).length).toBeGreaterThan(1);
    expect(crossed(all)).toEqual([]);
  });

  test("and the lines of days leave out the words of a table without records", () => {
    const all = items("担", `style=cell empty="${LONG}"`, "", []);
    const words = all.flatMap((item) =>
      item.kind === "glyphs" && LONG.includes(item.run.text) ? [glyphInk(item)] : [],
    );
    expect(crossed(all)).toEqual([]);
    expect(words.length).toBeGreaterThan(0);
    const upright = all.flatMap((item) => (item.kind === "stroke" ? [inkOf(item)] : []));
    for (const ink of words) {
      const through = upright.filter(
        (one) =>
          one !== null &&
          one.leftEmu > ink.leftEmu &&
          one.rightEmu < ink.rightEmu &&
          one.topEmu < ink.bottomEmu &&
          one.bottomEmu > ink.topEmu,
      );
      expect(through).toEqual([]);
    }
  });
});

describe("the words of today in a heading with lines", () => {
  const SCALES = ["unit=day top='yyyy年M月' middle='d'", "unit=week top='yyyy年M月'", "unit=month top='yyyy年'"];

  test.each(SCALES.flatMap((scale) => ["基準日", "検査の日"].map((words) => [scale, words] as const)))(
    "%s: %s",
    (scale, words) => {
      for (let day = 0; day <= 60; day += 1) {
        const at = new Date(Date.UTC(2026, 10, 20 + day)).toISOString().slice(0, 10);
        const { value } = layOutSource(`rpt 1
sizes body=9pt
style base size=body
style cell border=[0.25pt, #333333] padding=1mm
field jobs[].name string(4) example=["切断"]
page A4 landscape margin=12mm {
  body {
    gantt jobs style=cell {
      column name "名" w=34mm
      scale from=(date('2026-11-20')) to=(date('2027-01-19')) ${scale}
      today (date('${at}')) "${words}"
    }
  }
}
`);
        const all = value.pages[0]?.items ?? [];
        const [own] = all.filter((item) => item.kind === "glyphs" && item.run.text.startsWith(words.slice(0, 2)));
        const ink = own === undefined ? null : inkOf(own);
        expect(ink, at).not.toBeNull();
        const upright = all.flatMap((item) => {
          const edges = item.kind === "stroke" ? inkOf(item) : null;
          return edges !== null && edges.rightEmu - edges.leftEmu < 10_000 ? [edges] : [];
        });
        expect(upright.length).toBeGreaterThan(3);
        const crossing = upright.filter(
          (edges) =>
            ink !== null &&
            edges.leftEmu < ink.rightEmu &&
            edges.rightEmu > ink.leftEmu &&
            edges.topEmu < ink.bottomEmu &&
            edges.bottomEmu > ink.topEmu,
        );
        expect(crossing, at).toEqual([]);
      }
    },
  );
});
