// 年次有給休暇管理簿: as offices word it and lay it out, and what is missing of it.
import { expect, test } from "vitest";
import { leaveLedger } from "../../../../../src/plugins/profiles/jp/staff-books/index.ts";
import { changed, example, findingsUnder, tellBroken } from "../broken-forms.ts";
import { BROKEN_LEAVE } from "./broken-leave.ts";

const GOOD = example("leave-ledger");
const told = (source: string) => findingsUnder(leaveLedger, source).filter((one) => !/ info /.test(one));

test("each broken ledger of leave is found by its rule, with these words", async () => {
  await expect(tellBroken(BROKEN_LEAVE)).toMatchFileSnapshot("../golden/leave.findings.txt");
});

const HEAD = `rpt 1
document kanribo title="年次有給休暇管理簿" lang=ja profile=jp.leave-ledger
fonts gothic="Noto Sans JP"
sizes title=15pt body=9pt
style base font=gothic size=body
style cell border=0.25pt padding=1mm
`;

/** One worker, in words of the source. */
const ONE_WORKER = `${HEAD}
page A4 margin=15mm {
  body gap=4mm {
    text "有給休暇管理簿" size=title
    text "2026年5月31日現在"
    text "氏　名　小菅 葵　　所属　経理課"
    text "付与日：令和7年4月1日　付与日数：14日　繰越日数：2日"
    pairs label-w=40mm {
      pair "取得した日" "7/18、8/12、8/13、12/29、3/19"
      pair "取得日数" "5日"
      pair "残日数" "11日"
    }
  }
}
`;

/** All workers as rows of a table. */
const ALL_IN_ROWS = `${HEAD}
field day date role=document.issueDate example="2026-05-31"
field staff[] min=1 max=50
field staff[].name string(20) example=["小菅 葵", "矢島 健"]
field staff[].base date example=["2025-10-01", "2025-07-01"]
field staff[].granted int role=leave.granted example=[14, 20]
field staff[].days string(60) example=["12/29、1/5、3/19", "8/12、8/13"]
field staff[].taken int role=leave.daysTaken example=[3, 2]
let staff[].left role=leave.remaining = .granted - .taken
page A4 landscape margin=15mm {
  body gap=4mm {
    text "年次有給休暇取得管理台帳" size=title
    table staff style=cell {
      column name "従業員名" w=30mm
      column base "基準日" (format(.base, 'yyyy/MM/dd')) w=30mm
      column granted "付与日数" w=24mm align=right
      column days "有給休暇を取得した日付" w=1fr
      column taken "取得日数" w=24mm align=right
      column left "残日数" w=24mm align=right
    }
  }
}
`;

const LAWFUL: Readonly<Record<string, string>> = {
  "as it is": GOOD,
  "without roles": GOOD.replaceAll(/ role=(?:worker|leave|issuer)\.\w+/g, ""),
  "one worker, in words of the source": ONE_WORKER,
  "all workers as rows": ALL_IN_ROWS,
  "nothing was taken yet": changed(
    GOOD,
    [/example=\[\["2025-12-26.*/.exec(GOOD)?.[0] ?? "none", "example=[[], [], []]"],
    ["example=[[1, 1, 0.5, 1, 1, 1], [1, 1], [0.5]]", "example=[[], [], []]"],
  ),
  "five days in a year that is over": changed(
    GOOD,
    ['example="2026-09-30"', 'example="2026-12-31"'],
    ['"2026-04-01", "2026-07-01"]', '"2026-02-01", "2026-07-01"]'],
  ),
  "fewer than ten days were granted": changed(
    GOOD,
    ['example="2026-09-30"', 'example="2027-07-31"'],
    ["example=[18, 12, 10]", "example=[18, 7, 9]"],
  ),
  "other words": changed(
    GOOD,
    ['"時季（取得年月日）"', '"取得日"'],
    ["基準日　", "付与年月日："],
    ['head "残日数"', 'head "残り日数"'],
    ['head "繰越日数"', 'head "前年度繰越"'],
  ),
  "two halves of one day": changed(
    GOOD,
    ['"2026-08-12", "2026-08-13"]', '"2026-08-13", "2026-08-13"]'],
    ["[1, 1, 0.5, 1, 1, 1]", "[1, 1, 1, 1, 0.5, 0.5]"],
  ),
  "more than was granted, of what was carried over elsewhere": changed(
    ONE_WORKER,
    ["付与日数：14日　繰越日数：2日", "付与日数：4日"],
    ['      pair "残日数" "11日"\n', ""],
  ),
  "no date of the form": changed(GOOD, ["role=document.issueDate ", ""], ["日')}現在", "日')}"]),
};

test.each(Object.entries(LAWFUL))("%s is told nothing", (_, source) => {
  expect(told(source)).toEqual([]);
});

test.each<readonly [name: string, rule: string, source: string]>([
  [
    "four days of one worker",
    "five-days",
    changed(ONE_WORKER, ["、3/19", ""], ['"5日"', '"4日"'], ['"11日"', '"12日"']),
  ],
  [
    "four days that nobody counted",
    "five-days",
    changed(ONE_WORKER, ["、3/19", ""], ['      pair "取得日数" "5日"\n', ""], ['      pair "残日数" "11日"\n', ""]),
  ],
  ["days of one worker that do not add up", "leave-left", changed(ONE_WORKER, ['"11日"', '"10日"'])],
  ["no day to count from", "base-date", changed(ONE_WORKER, ["付与日：令和7年4月1日　", ""])],
  [
    "rows without days",
    "taken",
    changed(ALL_IN_ROWS, ['column days "有給休暇を取得した日付" w=1fr', 'column days "備考" w=1fr']),
  ],
  ["rows that do not add up", "leave-left", changed(ALL_IN_ROWS, [".granted - .taken", ".granted - .taken - 1"])],
])("%s", (_, rule, source) => {
  expect(told(source).join("\n")).toContain(` ${rule} `);
});
