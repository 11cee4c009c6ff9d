import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { applyEdits, CODES, type Diagnostic, isAdvice } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { DIAGNOSTIC_EXAMPLES, mistakenForm } from "../../../src/core/reference/index.ts";
import { layOutSource, pageLines } from "../../support/lay-out.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function checked(source: string, advise = true): readonly Diagnostic[] {
  return engine.check({ source, data: null, advise, worstCases: false }).diagnostics;
}

function adviceIn(source: string): readonly string[] {
  return checked(source).flatMap(({ code, message }) => (isAdvice(code) ? [`${code} ${message}`] : []));
}

/** A form of A4 with some words in the body's size, which is 10 pt. */
function form(body: string, { head = "", fields = "" } = {}): string {
  return `rpt 1
document d title="様式"
${fields}fonts gothic="Noto Sans JP"
sizes body=10pt title=16pt
style base font=gothic size=body
page A4 margin=15mm {
${head}  body gap=4mm {
${body}  }
}
`;
}

const ADVICE_CODES = Object.keys(CODES).filter(isAdvice);
const EXAMPLES = ADVICE_CODES.map((code) => {
  const example = DIAGNOSTIC_EXAMPLES[code as keyof typeof CODES];
  if (example === undefined) throw new Error(`${code} has no example`);
  return [code, mistakenForm(example)] as const;
});

describe("the forms that authors start from are as a designer would leave them", () => {
  const forms = ["docs/starters", "docs/examples"].flatMap((folder) =>
    readdirSync(folder).map((file) => `${folder}/${file}`),
  );
  test.each(forms.filter((file) => file.endsWith(".rpt")))("%s", (file) => {
    expect(adviceIn(readFileSync(file, "utf8"))).toEqual([]);
  });
});

describe("sizes of headings in Markdown, which nobody declares", () => {
  const written = (sizes: string, body: string) =>
    form(body, { fields: 'field body text(900) example="本文"\n' }).replace("body=10pt title=16pt", sizes);

  test("one that is nearly a declared size is told with the element and its properties", () => {
    const source = written(
      "body=10pt title=16pt part=11pt",
      `    text "題" size=title heading=1
    text "部" size=part weight=bold
    markdown (body)
`,
    );
    const [told, ...others] = checked(source).filter(({ code }) => code === "RPT5101");
    expect(others).toEqual([]);
    expect(told?.message).toBe(
      "## headings of this markdown of 10pt have 11.5pt, which is nearly the type size 11pt of bold texts",
    );
    expect(told?.repair?.title).toBe(
      "declare 11.5pt in place of 11pt in sizes, or give markdown a size= other than 10pt",
    );
    expect(source.slice(told?.span.start, told?.span.end)).toContain("markdown (body)");
  });

  test("they are bold, and told from what is not", () => {
    const source = written(
      "body=10pt small=9pt title=16pt",
      `    text "題" size=title heading=1
    markdown (body)
    box {
      markdown (body) size=small
    }
`,
    );
    expect(adviceIn(source)).toEqual([]);
  });
});

test.each(EXAMPLES)("%s is told on request only, as an info", (code, source) => {
  const [told] = checked(source).filter((one) => one.code === code);
  expect(told?.severity).toBe("info");
  expect(told?.repair?.title).not.toBe("");
  expect(checked(source, false).filter((one) => isAdvice(one.code))).toEqual([]);
});

test("nothing is advised of a form with an error, whether it is found in its source or on its pages", () => {
  const [, source = ""] = EXAMPLES[0] ?? [];
  const broken = source.replace(/(body [^\n]*\{\n)/u, '$1    text "印" size=body h=1mm lines=1 colr=red\n');
  const crowded = source.replace(/(body [^\n]*\{\n)/u, '$1    text "印" size=body h=1mm\n');
  for (const form of [broken, crowded]) {
    expect(checked(form).some(({ severity }) => severity === "error")).toBe(true);
    expect(adviceIn(form)).toEqual([]);
  }
});

test("an edit that comes with advice takes it away, and brings neither other advice nor a fault", () => {
  const edited = EXAMPLES.flatMap(([code, source]) => {
    const before = checked(source);
    return before.flatMap((one) => {
      if (one.repair === null || one.repair.edits.length === 0) return [];
      const after = checked(applyEdits(source, one.repair.edits));
      expect(after.map((each) => each.code)).not.toContain(code);
      expect(after.length).toBeLessThan(before.length);
      return [code];
    });
  });
  expect(edited).toEqual(["RPT5103", "RPT5104", "RPT5105", "RPT5108", "RPT5109", "RPT5117"]);
});

test("an edit that would break the form is not handed out, though its words are", () => {
  const source = form(`    text "${"国".repeat(40)}" line-height=1.1 w=50mm h=12mm\n`);
  const tight = checked(source).find(({ code }) => code === "RPT5108");
  expect(tight?.repair).toMatchObject({ title: expect.stringContaining("line-height=1.5"), edits: [] });
});

describe("the last page", () => {
  const SEALS = '    seals w=36mm h=18mm {\n      seal "受領"\n    }\n';
  const seals = (count: number): string => `${'    text "本文"\n'.repeat(count)}${SEALS}`;

  test.each([
    [10, 0],
    [28, 1],
    [45, 0],
  ])("that holds seals alone is told by every check, and not advised of: %d lines before them", (count, times) => {
    expect(checked(form(seals(count)), false).filter(({ code }) => code === "RPT4036")).toHaveLength(times);
    expect(adviceIn(form(seals(count)))).toEqual([]);
  });
});

describe("numbers of a table that is drawn again beside itself", () => {
  const PRICES = "field items[].b[].price decimal(8,2) min=0 example=[[196, 128.5, 5], [32, 18, 1000]]\n";
  const items = 'field items[].name string(8) example=["甲", "乙"]\n';
  const beside = (align: string): string =>
    form(
      `    grid cols=[1fr, 1fr] gap=6mm {
      each items {
        table .b border=0.25pt padding=1mm {
          column p "単価" (.price) w=40mm ${align} format='#,##0.00'
        }
      }
    }
`,
      { fields: items + PRICES },
    );

  test.each([
    ["align=right", 0],
    ["align=left", 1],
  ])("are compared within it alone: %s", (align, times) => {
    expect(adviceIn(beside(align)).filter((each) => each.startsWith("RPT5104"))).toHaveLength(times);
  });
});

const CELLS =
  'field items[].n string(8) example=["甲", "乙", "丙"]\nfield items[].v decimal(9,2) example=[1, 250.5, 4000]\n';

test.each([
  ["clearly different gaps", form('    text "甲"\n    text "乙"\n    text "丙" margin-top=4mm\n')],
  ["sizes of clearly different rank", form('    text "甲" size=title\n    text "乙"\n')],
  ["a block that is clearly narrower", form('    box w=120mm border=0.5pt padding=1mm {\n      text "甲"\n    }\n')],
  ["a block in the middle", form('    box w=177mm place=center border=0.5pt padding=1mm {\n      text "甲"\n    }\n')],
  ["a block without a frame", form('    box w=177mm {\n      text "甲"\n    }\n')],
  ["two tight lines", form('    text "甲乙丙丁戊己庚辛壬癸甲乙丙丁" w=40mm line-height=1.1\n')],
  ["lines of Latin letters", form(`    text "${"tight lines of words ".repeat(6)}" w=60mm line-height=1.2\n`)],
  [
    "names that end anywhere",
    form('    table items {\n      column n "名" w=1fr\n      column a "数" (.n) w=30mm\n    }\n', { fields: CELLS }),
  ],
  [
    "decimals that a pattern chooses",
    form(
      '    table items {\n      column n "名" w=1fr\n      column v "数" w=30mm align=right format=\'#,##0.##\'\n    }\n',
      {
        fields: CELLS,
      },
    ),
  ],
  [
    "numbers of rows",
    form('    table items {\n      column no "No." (index) w=20mm\n      column n "名" w=1fr\n    }\n', {
      fields: CELLS,
    }),
  ],
  [
    "years in a row",
    form('    table ys {\n      column y "年" w=30mm align=center\n      column x "x" ("甲") w=1fr\n    }\n', {
      fields: "field ys[].y int example=[2024, 2025, 2027]\n",
    }),
  ],
])("nothing is said of %s", (_, source) => {
  expect(adviceIn(source)).toEqual([]);
});

test("a label has no title, and a large one on a sheet has enough", () => {
  const words = '    text "表題" align=center SIZE\n'.concat(`    text "${"国".repeat(70)}"\n`);
  const label = form(words.replace("SIZE", "")).replace("page A4 margin=15mm", "page w=90mm h=60mm margin=5mm");
  expect(adviceIn(label)).toEqual([]);
  expect(adviceIn(form(words.replace("SIZE", "size=title")))).toEqual([]);
  expect(adviceIn(form(words.replace("SIZE", "")))).toEqual(["RPT5106 the title has 10pt, the body 10pt"]);
});

test("what stands above or beside a large title is none", () => {
  const grid = '    grid cols=[20mm, 20mm] border=0.25pt place=center {\n      head "学年"\n      head "組"\n    }\n';
  const words = `${grid}    text "通知表" size=title\n    text "${"国".repeat(70)}"\n`;
  expect(adviceIn(form(words)).filter((each) => each.startsWith("RPT5106"))).toEqual([]);
});

test("a form may allow advice, and is told of an allow line in vain only where advice was asked for", () => {
  const uneven = form('    text "甲"\n    text "乙"\n    text "丙" margin-top=0.6mm\n');
  const allowed = uneven.replace("fonts", 'allow RPT5107 "as in the printed form"\nfonts');
  const codes = (source: string, advise: boolean) =>
    engine.check({ source, data: null, advise }).diagnostics.map(({ code }) => code);
  expect(codes(uneven, true)).toEqual(["RPT5107"]);
  expect(codes(allowed, true)).toEqual(["RPT9011"]);
  expect(codes(allowed, false)).toEqual([]);
  expect(codes(allowed.replace(" margin-top=0.6mm", ""), true)).toEqual(["RPT1027"]);
  expect(codes(allowed.replace(" margin-top=0.6mm", ""), false)).toEqual([]);
});

test("a form with errors is advised of nothing: its errors come first", () => {
  const uneven = form('    text "甲"\n    text "乙"\n    text "丙" heigth=9mm margin-top=0.6mm\n');
  expect(adviceIn(uneven)).toEqual([]);
});

describe("words beside a value that may be absent", () => {
  const FIELDS = `field fee? int example=500
field from? date example="2026-04-01"
field to? date example="2026-04-30"
field rate int default=10 example=10
field name string(20) example="山田"
field rows[].qty? int example=[3]
`;
  const found = (body: string) =>
    checked(form(body, { fields: FIELDS })).flatMap(({ code, message, repair }) => {
      return code === "RPT5111" ? [`${message}: ${repair?.title}`] : [];
    });
  const table = (cell: string) => `    table rows {\n      column qty "数量" ${cell} w=30mm\n    }\n`;

  test.each([
    ['    text "{fee}円"\n', "円", "fee is", "write when=(has(fee))"],
    ["    text \"¥{format(fee, '#,##0')}\"\n", "¥", "fee is", "write when=(has(fee))"],
    ['    text "{from}〜{to}"\n', "〜", "from and to are", "write when=(has(from) or has(to))"],
    [
      '    text "手数料 {fee}円"\n',
      "円",
      "fee is",
      "write {if(has(fee), concat(…, '円'), '')}, with what is joined now",
    ],
    [table('"{.qty}個"'), "個", ".qty is", "write {if(has(.qty), concat(…, '個'), '')}, with what is joined now"],
  ])("are told: %s", (body, words, fields, repair) => {
    expect(found(body)).toEqual([`"${words}" is printed alone where ${fields} absent: ${repair}`]);
  });

  const OF_LIST = `field subs[].name string(8) example=["国語", "数学"]
field subs[].pt int min=0 max=100 example=[80, 60]
field goods[] min=1
field goods[].price int min=0 max=100 example=[80, 60]
let best = first(sort(subs[.pt >= 60], .pt, desc)).name
`;
  const ofLists = (line: string) =>
    checked(form(`    text "科目"\n    ${line}\n`, { fields: OF_LIST })).flatMap(({ code, message }) => {
      return code === "RPT5111" ? [message] : [];
    });

  test.each([
    ['text "平均 {round(avg(subs[].pt), 1)}点"', "点", "subs"],
    ['text "最も良い科目は{first(sort(subs, .pt, desc)).name}です。"', "です", "subs"],
    ['text "最も良い科目は{best}です。"', "です", "subs"],
    ['text "最高 {max(goods[.price > 10].price)}円"', "円", "goods"],
  ])("are told of a list that may have no entry: %s", (line, words, list) => {
    expect(ofLists(line)).toEqual([`"${words}" is printed alone where no entry of ${list} gives a value`]);
  });

  test.each([
    ['text "最高 {max(goods[].price)}円"'],
    ['text "計 {sum(subs[].pt)}点"'],
    ['text "平均 {coalesce(avg(subs[].pt), 0)}点"'],
    ['text "平均 {avg(subs[].pt)}点" when=(count(subs) > 0)'],
    ['text "{best}"'],
  ])("are not told of a list: %s", (line) => {
    expect(ofLists(line)).toEqual([]);
  });

  test.each([
    ['    text "{fee}円" when=(has(fee))\n'],
    ['    box when=(has(fee)) {\n      text "{fee}円"\n    }\n'],
    ["    text \"手数料 {if(has(fee), concat(fee, '円'), '')}\"\n"],
    ['    text "{(fee ?? 0)}円"\n'],
    ['    text "{rate}%"\n'],
    ['    text "{name} 様"\n'],
    ['    text "手数料：{fee}"\n'],
    ['    text "{fee}円という額"\n    text "{fee}日本"\n'],
    ['    text "{from}〜{to}" when=(has(from) or has(to))\n'],
    [table("\"{if(has(.qty), concat(.qty, '個'), '')}\"")],
    ['    table rows[has(.qty)] {\n      column qty "数量" "{.qty}個" w=30mm\n    }\n'],
  ])("are silent: %s", (body) => {
    expect(found(body)).toEqual([]);
  });

  test("are printed no more where the repair is followed", () => {
    const printed = (body: string) =>
      pageLines(layOutSource(form(body, { fields: FIELDS }), { name: "山田", rows: [] }).value, 0);
    expect(printed('    text "{fee}円"\n')).toEqual(["円"]);
    expect(printed('    text "{fee}円" when=(has(fee))\n')).toEqual([]);
    expect(printed("    text \"手数料 {if(has(fee), concat(fee, '円'), '')}\"\n")).toEqual(["手数料 "]);
  });
});

describe("a yes or no that is printed as true or false", () => {
  const found = (body: string) =>
    checked(form(body, { fields: "field paid bool example=true\nfield rows[].seen bool example=[true]\n" })).flatMap(
      ({ code, message }) => (code === "RPT5113" ? [message] : []),
    );

  test.each([
    ["a field", "    text (paid)\n", "paid"],
    ["a field in words", '    text "支払済 {paid}"\n', "paid"],
    ["a cell of a grid", "    grid cols=[1fr] border=1pt {\n      cell (paid)\n    }\n", "paid"],
    ["a field of a row", '    table rows {\n      column seen "済" w=30mm\n    }\n', "rows[].seen"],
    ["a comparison", "    text (paid == false)\n", "this condition"],
  ])("is told: %s", (_, body, name) => {
    expect(found(body)).toEqual([`${name} is printed as true or false`]);
  });

  test.each([
    ["words chosen by it", "    text (if(paid, '済', '未'))\n"],
    ["a check", '    check (paid) "支払済"\n'],
    ["a condition of an element", '    text "済" when=(paid)\n'],
  ])("is not told: %s", (_, body) => {
    expect(found(body)).toEqual([]);
  });
});

describe("a field of the form that only the rows of a list print", () => {
  const found = (fields: string, body: string) =>
    checked(form(body, { fields })).flatMap(({ code, message }) => (code === "RPT5112" ? [message] : []));
  const FIELDS = 'field unit string(4) example="個"\nfield rows[].qty int example=[3]\n';
  const rows = '    table rows {\n      column qty "数量" w=30mm\n      column unit "単位" "{unit}" w=30mm\n    }\n';
  const lost = ["unit is printed in the rows of rows alone, and nowhere where rows is empty"];

  test.each([
    ["of a table", FIELDS, rows],
    ["of each", FIELDS, '    each rows {\n      text "{.qty} {unit}"\n    }\n'],
    ["of a filtered list", FIELDS, rows.replace("table rows", "table rows[.qty > 0]")],
  ])("is told: %s", (_, fields, body) => {
    expect(found(fields, body)).toEqual(lost);
  });

  test.each([
    ["a list with a row at least", `${FIELDS}field rows[] min=1\n`, rows],
    ["printed outside too", FIELDS, `${rows}    text "単位 {unit}"\n`],
    ["printed in a heading", FIELDS, rows.replace('"数量"', '"数量（{unit}）"')],
    [
      "printed in a foot",
      FIELDS,
      rows.replace("    }\n", '      foot {\n        cell "{unit}" col=unit\n      }\n    }\n'),
    ],
    ["an optional field", FIELDS.replace("unit", "unit?"), rows],
    [
      "a field of the record",
      FIELDS.replace("unit", "rows[].unit").replace('"個"', '["個"]'),
      rows.replace("{u", "{.u"),
    ],
  ])("is not told: %s", (_, fields, body) => {
    expect(found(fields, body)).toEqual([]);
  });
});

test.each(["align=right", ""])("numbers of a table in two newspaper columns, %s", (align) => {
  const amounts = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? 1.5 : 120.25));
  const source = form(
    `    columns n=2 gap=6mm {
      table items {
        column name "品名" w=1fr
        column sum "金額" (.sum) w=22mm format='#,##0.00' ${align}
      }
    }
`,
    {
      fields: `field items[].name string(9) example=[${amounts.map(() => '"甲"').join(", ")}]
field items[].sum decimal(9,2) example=[${amounts.join(", ")}]
`,
    },
  );
  const found = adviceIn(source).filter((each) => each.startsWith("RPT5104"));
  expect(found).toHaveLength(align === "" ? 1 : 0);
});

describe("lines of one weight", () => {
  const table = (border: string, rows: number, around = "") =>
    form(
      `    table items style=cell${around} {
      column name "品名" w=1fr
      column qty "数量" w=20mm align=right
    }
`,
      {
        fields: `field items[].name string(20) example=[${Array.from({ length: rows }, () => '"甲"').join(", ")}]
field items[].qty int min=0 max=99 example=1
`,
      },
    ).replace("size=body\n", `size=body\nstyle cell border=${border} padding=1mm\n`);
  const told = (source: string) => adviceIn(source).filter((each) => each.startsWith("RPT5114"));

  test.each(["0.4pt", "0.5pt", "1pt"])("of %s are told where they make a grid", (border) => {
    const [one, ...others] = told(table(border, 6));
    expect(one).toMatch(new RegExp(`^RPT5114 all \\d+ lines of the page are ${border.replace("pt", " ?pt")} thick$`));
    expect(others).toEqual([]);
  });

  test.each([
    ["thin ones", table("0.25pt", 6)],
    ["few", table("0.5pt", 1)],
    ["ones within a thicker frame", table("0.5pt", 6, " border=1pt")],
    ["ones between rows alone, under a thicker one", table("0.25pt", 6, " border-bottom=1pt")],
  ])("are not told: %s", (_, source) => expect(told(source)).toEqual([]));
});

test("numbers that were drawn together to fit their column still end at one edge", () => {
  const amounts = "[999999.99, 9998999900.01, 120.5]";
  const source = form(
    `    table items border=0.25pt padding=1mm {
      column name "品名" w=1fr
      column sum "金額" (.sum) w=22mm align=right format='#,##0.00' fit=shrink
    }
`,
    {
      fields: `field items[].name string(9) example="甲"\nfield items[].sum decimal(14,2) example=${amounts}\n`,
    },
  );
  const { value } = layOutSource(source);
  const runs = value.pages.flatMap(({ items }) => items.filter((item) => item.kind === "glyphs"));
  expect(runs.some(({ letterSpacingEmu }) => letterSpacingEmu < 0)).toBe(true);
  expect(adviceIn(source).filter((each) => each.startsWith("RPT5104"))).toEqual([]);
});

describe("letters that stand alone on a last line", () => {
  const told = (body: string) => adviceIn(form(body)).filter((each) => each.startsWith("RPT5116"));

  test.each([
    ['text "発注内容のご確認" w=22mm', "2 letters"],
    ['box {\n text "発注内容のご確認" w=22mm\n }', "2 letters"],
    ['text "発注内容の確認。" w=19mm', "2 letters"],
    ['text "下記のとおりご注文を発注いたします。" w=50mm', "3 letters"],
  ])("%s is told", (body, letters) => {
    expect(told(`    ${body}\n`)).toEqual([expect.stringContaining(`holds ${letters}`)]);
  });

  test.each([
    ["three letters", 'text "発注内容のご確認" w=19mm'],
    ["one line", 'text "発注内容のご確認" w=60mm'],
    ["lines that the author ends", 'text "発注内容\\nのご確認" w=22mm'],
    ["a long paragraph", `text "${"発注内容のご確認".repeat(6)}の" w=22mm`],
    ["words of the data", 'text "{customer.name}のご確認" w=22mm'],
  ])("%s is not", (_, body) => {
    expect(told(`    ${body}\n`)).toEqual([]);
  });
});

describe("a space replaces the gaps on both of its sides", () => {
  const told = (between: string) =>
    adviceIn(form(`    text "一"\n    text "二"\n${between}    text "三"\n`)).filter((each) =>
      each.startsWith("RPT5107"),
    );

  test.each(["4.6mm", "3.4mm"])("of %s beside gaps of 4mm is told as nearly equal", (height) => {
    expect(told(`    space ${height}\n`)).toEqual([expect.stringContaining(height)]);
  });

  test.each(["4mm", "8mm", "2mm"])("of %s is not", (height) => {
    expect(told(`    space ${height}\n`)).toEqual([]);
  });

  test("and two of them are one gap", () => {
    expect(told("    space 2mm\n    space 2.6mm\n")).toEqual([expect.stringContaining("4.6mm")]);
  });
});

describe("the room above a heading", () => {
  const told = (above: string, heading = 'text "明細" weight=bold') =>
    adviceIn(form(`    text "あ"\n${above}    ${heading}\n    pairs {\n      pair "数" "1"\n    }\n`)).filter((each) =>
      each.startsWith("RPT5117"),
    );

  test("as much as below is told", () => expect(told("")).toHaveLength(1));
  test.each([
    ["behind a page's break", "    break page\n", undefined],
    ["that begins a page itself", "", 'text "明細" weight=bold break=before'],
    ["behind what ends a page", '    text "い" break=after\n', undefined],
    ["with padding of its own", "", 'text "明細" weight=bold padding-top=3mm border-bottom=0.5pt'],
  ])("%s it is none of the heading's", (_, above, heading) => expect(told(above, heading)).toEqual([]));

  test("padding within a frame is no room above it", () => {
    expect(told("", 'text "明細" weight=bold padding-top=3mm border-top=0.5pt')).toHaveLength(1);
  });
});

describe("seconds that a format cuts", () => {
  const told = (example: string, pattern: string, type = "time") =>
    adviceIn(
      form(`    text (format(at, '${pattern}'))\n`, { fields: `field at ${type} example="${example}"\n` }),
    ).filter((each) => each.startsWith("RPT5118"));

  test.each([
    ["09:30:15", "HH:mm", "time"],
    ["2026-10-01T09:30:15+09:00", "yyyy/MM/dd HH:mm", "datetime"],
  ])("%s by %s is told", (example, pattern, type) => {
    const message = `RPT5118 format '${pattern}' prints at without its seconds, which its example has`;
    expect(told(example, pattern, type)).toEqual([message]);
  });
  test.each([
    ["09:30:00", "HH:mm", "time"],
    ["09:30", "HH:mm", "time"],
    ["09:30:15", "HH:mm:ss", "time"],
    ["2026-10-01T09:30:15+09:00", "yyyy/MM/dd", "datetime"],
  ])("%s by %s is not", (example, pattern, type) => expect(told(example, pattern, type)).toEqual([]));
});
