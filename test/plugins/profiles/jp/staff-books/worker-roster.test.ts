// 労働者名簿: as offices word it and lay it out, and what is missing of it.
import { expect, test } from "vitest";
import { workerRoster } from "../../../../../src/plugins/profiles/jp/staff-books/index.ts";
import { changed, example, findingsUnder, tellBroken } from "../broken-forms.ts";
import { BROKEN_ROSTERS } from "./broken-rosters.ts";

type Edit = readonly [from: string, to: string];

const GOOD = example("worker-roster");
const told = (source: string) => findingsUnder(workerRoster, source).filter((one) => !/ info /.test(one));

test("each broken roster is found by its rule, with these words", async () => {
  await expect(tellBroken(BROKEN_ROSTERS)).toMatchFileSnapshot("../golden/rosters.findings.txt");
});

/** No field says what it is. */
const withoutRoles = (source: string) => source.replaceAll(/ role=(?:worker|issuer)\.\w+/g, "");

const HEAD = `rpt 1
document meibo title="労働者名簿" lang=ja profile=jp.worker-roster
fonts gothic="Noto Sans JP"
sizes title=15pt body=9pt
style base font=gothic size=body
`;

const AS_PAIRS = `${HEAD}
field who string(20) example="矢島 健"
field born date example="1985-02-11"
page A4 margin=15mm {
  body gap=4mm {
    text "労働者名簿" size=title
    pairs label-w=44mm {
      pair "１．労働者の氏名" (who)
      pair "２．生年月日" (format(born, 'yyyy年M月d日'))
      pair "３．履歴" "1985年 県立北高等学校卒業、2003年4月 株式会社東電装入社"
      pair "４．性別" "男"
      pair "５．住所" "栃木県小山市城東0-11-2"
      pair "６．業務の種類" "配電盤の組立"
      pair "７．雇入れの年月日" "平成27年4月1日"
      pair "８．退職年月日及び事由" "－"
      pair "９．死亡年月日及び原因" "－"
    }
  }
}
`;

const AS_LINES = `${HEAD}
page A4 margin=15mm {
  body gap=3mm {
    text "社員名簿" size=title
    text "氏名：矢島 健　性別：男　生年月日：昭和60年2月11日"
    text "現住所：栃木県小山市城東0-11-2"
    text "職種：配電盤の組立　入社日：2015/04/01"
    text "経歴：2003年3月 県立北高等学校卒業"
    text "退職日：　　年　　月　　日　退職理由：（解雇のときはその理由）"
    text "死亡日：　　年　　月　　日　死因："
  }
}
`;

const AS_TABLE = `${HEAD}
field staff[] min=1 max=20
field staff[].name string(20) role=worker.name example=["矢島 健", "小菅 葵"]
field staff[].sex string(4) role=worker.sex example=["男", "女"]
field staff[].born date role=worker.birthDate example=["1985-02-11", "1996-11-30"]
field staff[].home string(40) role=worker.address example=["小山市城東0-11-2", "栃木市沼和田町0-5"]
field staff[].job string(20) role=worker.duties example=["配電盤の組立", "経理"]
field staff[].since date role=worker.hireDate example=["2015-04-01", "2019-10-01"]
field staff[].past string(40) role=worker.history example=["県立北高校卒", "市立商業高校卒"]
field staff[].left? date role=worker.leaveDate example=[null, "2026-03-31"]
field staff[].why? string(30) role=worker.leaveReason example=[null, "自己都合"]
page A4 landscape margin=12mm {
  body gap=4mm {
    text "従業員名簿" size=title
    table staff {
      column name "氏名" w=24mm
      column sex "性別" w=12mm
      column born "生年月日" (format(.born, 'yyyy/MM/dd')) w=24mm
      column home "住所" w=1fr
      column job "担当業務" w=26mm
      column since "雇入年月日" (format(.since, 'yyyy/MM/dd')) w=24mm
      column past "履歴" w=34mm
      column left "退職年月日" (if(has(.left), format(.left, 'yyyy/MM/dd'), '')) w=24mm
      column why "退職事由" "{.why}" w=20mm
      column dead "死亡年月日" "" w=20mm
      column cause "死亡原因" "" w=18mm
    }
  }
}
`;

const LAWFUL: Readonly<Record<string, string>> = {
  "as it is": GOOD,
  "without roles": withoutRoles(GOOD),
  "in pairs with numbers": AS_PAIRS,
  "in lines": AS_LINES,
  "as a table of all": AS_TABLE,
  "older words": changed(
    GOOD,
    ...([
      ['head "雇入年月日"', 'head "雇入れの年月日"'],
      ['head "従事する業務の種類"', 'head "業務の種類"'],
      ['head "住所"', 'head "現 住 所"'],
      ['"履歴"   (.what)', '"経歴"   (.what)'],
    ] satisfies readonly Edit[]),
  ),
  "a dismissal with its reason": changed(
    GOOD,
    ["role=worker.leaveDate", 'role=worker.leaveDate example="2026-03-31"'],
    ["role=worker.leaveReason", 'role=worker.leaveReason example="事業所の閉鎖に伴う整理解雇"'],
  ),
  "a worker who left by his own wish": changed(
    GOOD,
    ["role=worker.leaveDate", 'role=worker.leaveDate example="2026-03-31"'],
    ["role=worker.leaveReason", 'role=worker.leaveReason example="自己都合による退職"'],
  ),
  "a worker who died": changed(
    GOOD,
    ["role=worker.deathDate", 'role=worker.deathDate example="2026-03-31"'],
    ["role=worker.deathCause", 'role=worker.deathCause example="病気"'],
  ),
  "hired on the day after the school years": changed(GOOD, [
    /role=worker\.birthDate.*/.exec(GOOD)?.[0] ?? "none",
    'role=worker.birthDate example="2001-04-01"',
  ]),
  "sex as a letter": changed(GOOD, ['labels=["女", "男", "その他"]', 'labels=["F", "M", "X"]']),
};

/** The roster without the kind of work, and with words at its foot. */
const withoutDuties = (words: string) => {
  const plain = changed(GOOD, [/ +head "従事する業務の種類".*\n +cell .*\n/.exec(GOOD)?.[0] ?? "none", ""]);
  return changed(plain, [
    / +text "労働者名簿".*\n/.exec(plain)?.[0] ?? "none",
    `    text "労働者名簿" size=title\n    text "${words}"\n`,
  ]);
};

test.each(["（常時使用する労働者 12人の事業場）", "従業員数：29名", "30人未満の事業場のため業務の種類は省略"])(
  "%s: the kind of work is not asked",
  (words) => {
    expect(told(withoutDuties(words))).toEqual([]);
  },
);

test.each(["常時使用する労働者 30人", "従業員数：120名", "30人未満の事業場では業務の種類は記入不要"])(
  "%s: the kind of work is asked",
  (words) => {
    expect(told(withoutDuties(words)).join("\n")).toContain(" duties ");
  },
);

test.each(Object.entries(LAWFUL))("%s is told nothing", (_, source) => {
  expect(told(source)).toEqual([]);
});

test("a roster without roles is judged by its labels", () => {
  const plain = withoutRoles(GOOD);
  const sexless = changed(plain, [/ +head "性別".*\n.*\n/.exec(plain)?.[0] ?? "none", ""]);
  expect(told(sexless).join("\n")).toContain("error sex the worker's sex (性別) is missing");
});
