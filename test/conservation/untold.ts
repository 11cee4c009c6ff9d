// Forms whose page was wrong though nothing was told: found by people who did not know the code.
import { page, type Regression } from "./regressions.ts";

const JOBS = `field jobs[].name string(8) example=["切断"]
field jobs[].from? date example=["2026-10-05"]
field jobs[].to? date example=["2026-10-08"]
field day? date example="2026-10-08"
field memo string(20) example="出荷"
`;

function schedule(marks: string): string {
  return (
    JOBS +
    page(`gantt jobs row-h=9mm {
  column no "No" (index) w=12mm
  scale from=(date('2026-10-01')) to=(date('2026-10-10')) unit=day
  ${marks}
}`)
  );
}

const UNDATED = {
  memo: "重要な知らせ",
  jobs: [{ name: "切断" }, { name: "組立", from: "2026-10-03", to: "2026-10-09" }],
};

export const UNTOLD: readonly Regression[] = [
  {
    lost: "the reading of a name that is empty",
    source: `field name string example="山本"\nfield kana string example="やま もと"\n${page(
      'rich {\n  ruby (name) (kana)\n  span "　様"\n}',
    )}`,
    data: { name: "", kana: "やまもと" },
    named: ["RPT3025"],
  },
  {
    lost: "the words of a bar without dates",
    source: schedule('bar start=(.from) end=(.to) label="{.name}"'),
    data: UNDATED,
    named: ["RPT3025"],
  },
  {
    lost: "the words of a mark without a date",
    source: schedule('bar start=(.from) end=(.to)\n  milestone (.to) "{.name}"'),
    data: UNDATED,
    named: ["RPT3025"],
  },
  {
    lost: "the words of today without a date",
    source: schedule('bar start=(.from) end=(.to)\n  today (day) "{memo}"'),
    data: UNDATED,
    named: ["RPT3025"],
  },
  {
    lost: "letters that frames of less than two points strike out",
    source: page(`plate h=60mm {
  text "金額 12,345円" x=0mm y=0mm w=60mm h=6mm
  rect x=0mm y=1.9mm w=60mm h=10mm stroke=1.4pt
  text "金額 12,345円" x=0mm y=20mm w=60mm h=6mm
  comb "" cells=5 x=0mm y=21.9mm w=60mm h=8mm
  text "金額 12,345円" x=0mm y=40mm w=60mm h=6mm
  box x=0mm y=41.9mm w=60mm h=8mm border=1.4pt {
    space 2mm
  }
}`),
    named: ["RPT5001"],
  },
];
