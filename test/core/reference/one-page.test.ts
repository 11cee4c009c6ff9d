import { describe, expect, test } from "vitest";
import { type Diagnostic, formatDiagnostics } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine, profilesInThisThread } from "../../../src/core/engine/index.ts";
import { FORMAT_PATTERNS, SIGNATURES } from "../../../src/core/expression/index.ts";
import { ONE_PAGE_LENGTH_MAX, onePageReference } from "../../../src/core/reference/index.ts";
import { ELEMENTS } from "../../../src/core/schema/index.ts";
import { receipt } from "../../../src/plugins/profiles/jp/receipts/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
const page = onePageReference();
const sample = /```rpt\n([\s\S]*?)```/.exec(page)?.[1] ?? "";

function findings(source: string): readonly Diagnostic[] {
  return engine.check({ source, data: null }).diagnostics;
}

test("the page is short enough to be read whole", () => {
  expect(page.length).toBeLessThanOrEqual(ONE_PAGE_LENGTH_MAX);
});

test("the form on the page checks without a finding", () => {
  expect(sample.length).toBeGreaterThan(1_000);
  expect(formatDiagnostics(sample, findings(sample))).toBe("");
});

test("every element, every function and every usual pattern stands on the page", () => {
  for (const { name } of ELEMENTS) expect(page).toMatch(new RegExp(`^ *${name}\\b`, "m"));
  const functions = /^- Functions.*$/m.exec(page)?.[0].split("; ") ?? [];
  for (const { name, form } of SIGNATURES) {
    const [written = ""] = form.slice(name.length).replaceAll(", ", ",").split(" or ");
    const group = functions.find((each) => each.includes(written) && each.split("(")[0]?.split(/[ :]+/).includes(name));
    expect(group, form).toBeDefined();
  }
  const patterns = /^## Formats.*\n(.*)$/m.exec(page)?.[1]?.split("  ");
  expect(patterns).toEqual(FORMAT_PATTERNS.map((each) => each.pattern));
});

describe("the commonest mistakes are mistakes, and what is advised instead is none", () => {
  test.each([
    ["qty for .qty", "round(.qty", "round(qty", "RPT2101"],
    ["double quotes inside {}", "{if(.rate == 8, ' ※', '')}", '{if(.rate == 8, " ※", "")}', "RPT0102"],
    ["x in flow", "w=1fr fit=shrink", "x=5mm w=1fr fit=shrink", "RPT1010"],
    ["a size by its length", "size=title", "size=18pt", "RPT2032"],
    ["a length without a unit", "w=60mm", "w=60", "RPT1007"],
    ["pixels", "w=60mm", "w=60px", "RPT0114"],
    ["a computed width", "w=60mm", "w=(total)", "RPT1011"],
    ["an optional number in a sum", "= sum(taxes[].base)", "= fee + sum(taxes[].base)", "RPT2111"],
  ])("%s", (_, from, to, code) => {
    const form = sample.replace("field note?", "field fee? int example=500\nfield note?").replace(from, () => to);
    expect(findings(form).map((each) => each.code)).toContain(code);
  });

  test("an optional number with ?? in a sum", () => {
    const form = sample
      .replace("field note?", "field fee? int example=500\nfield note?")
      .replace("= sum(taxes[].base)", "= (fee ?? 0) + sum(taxes[].base)");
    expect(findings(form)).toEqual([]);
  });
});

/** Headings of two rows, instead of the ones that columns make. */
const HEAD = `      head {
        cell "No." col=no rows=2
        cell "品目" col=name..amount
        newrow
        cell "品名" col=name
        cell "数量・金額" col=qty..amount
      }
`;
const PAGE_SUM = `      pagefoot {
        cell (.amount) col=amount
      }
`;

const ROW_OF_FOOT = '        row when=(has(note)) {\n          cell "備考あり" col=name\n        }\n';

const RULED =
  '    grid cols=[9mm, 1fr, 1fr, 1fr] border=1pt {\n      head "氏名" rows=2 writing=vertical\n' +
  "      cell (customer.name) cols=3\n      newrow\n      cell cols=3 {\n        text (note)\n      }\n    }\n";

describe("what the page says of tables, labels and data in a few words is how they are written", () => {
  test.each([
    ["column merge=same", "w=1fr\n", "w=1fr merge=same\n"],
    ['blank: column b "検印" ""', "      column qty", '      column b "検印" "" w=12mm\n      column qty'],
    ["pagefoot { cell (.amount) col=amount }", "      foot {", `${PAGE_SUM}      foot {`],
    ["pages=1: more are an error", "page A4 margin=15mm {", "page A4 margin=15mm pages=9 {"],
    ["space replaces the gaps beside it", "    box border", "    space 3mm\n    box border"],
    ["foot: row when=(…) {", "      foot {\n", `      foot {\n${ROW_OF_FOOT}`],
    ["Cells span: cell col=a..c rows=2", "      foot {", `${HEAD}      foot {`],
    ['grid { head "氏名" rows=2 writing=vertical, cell (name) cols=3', "    row {", `${RULED}    row {`],
    [
      'datetime "2026-10-01T09:30:00+09:00"',
      "field note?",
      "field at datetime example=\"2026-10-01T09:30:00+09:00\"\nlet hour = format(at, 'H:mm')\nfield note?",
    ],
    ["shrink (lines=1 or 3)", "fit=shrink", "fit=shrink lines=3 h=12mm"],
    ["each xs gap=3mm, not body's", "each taxes {", "each taxes gap=3mm {"],
    [
      "Heading of a list: when=(count(xs) > 0)",
      "    each taxes",
      '    text "消費税" when=(count(items) > 0)\n    each taxes',
    ],
    [
      "cell alone, min-h=; elements in it are centred: valign=top",
      "    row {",
      `${RULED.replace("cell cols=3 {", "cell cols=3 min-h=20mm valign=top {")}    row {`,
    ],
    ["role=", "align=distribute", "align=distribute role=document.title"],
    [
      `enum(a, b) labels=["甲", "乙"]: k == 'a', label(k)`,
      "field note?",
      `field k enum(a, b) labels=["甲", "乙"] example=a\nlet kind = if(k == 'a', '○', label(k))\nfield note?`,
    ],
    ["one per record (or null)", "let total", 'field items[].lot? string(9) example=["A", null]\nlet total'],
    ["(if(ok, x, null))", "cell (total)", "cell (if(has(note), total, null))"],
    ["weekday(date): 1 Monday–7 Sunday", "when=(has(note))", "when=(weekday(invoice.date) == 7 and has(note))"],
  ])("%s", (words, from, to) => {
    expect(page).toContain(words);
    // What is declared to show its writing is told to be used nowhere.
    const told = findings(sample.replace(from, () => to)).filter((each) => each.code !== "RPT2012");
    expect(formatDiagnostics(sample, told)).toBe("");
  });

  const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";
  const BODY = "  body gap=4mm {\n";
  const inBody = (lines: string) => [BODY, `${BODY}${lines}`] as const;
  const TABLE = "    table items style=cell header=repeat min-rows=8 zebra=shade {\n";
  const inTable = (lines: string) => [TABLE, `${TABLE}${lines}`] as const;
  const LOADS = 'field loads[].key string(9) example=["甲", "乙"]\nfield loads[].ratio int example=[1, 2]\n';
  const chart = (kind: string, series = "") => `    chart ${kind} loads h=26mm alt="図" title="割合" legend=right {
      category (.key)
      series "割合" (.ratio)
${series}`;

  test.each<[string, readonly [from: string, to: string], string?]>([
    ["h min-h max-h", inBody('    text "一" min-h=6mm max-h=20mm\n')],
    ["padding= [2mm, 4mm], padding-left=2mm", inBody('    text "一" padding=[2mm, 4mm] padding-left=2mm\n')],
    ["margin=", inBody('    text "一" margin=[2mm, 4mm] margin-top=3mm\n')],
    ["border=[0.5pt, rule, dash] (dot double)", inBody('    text "一" border=[0.5pt, rule, dash]\n')],
    ["border-bottom=", inBody('    text "一" border-bottom=0.5pt\n')],
    ["radius= rotate=90", inBody('    box radius=2mm border=0.5pt padding=2mm {\n      text "一"\n    }\n')],
    ["rotate=90", inBody('    text "一" w=20mm h=10mm rotate=90\n')],
    ["place=left|center|right (a narrower box)", inBody('    text "一" w=40mm place=right\n')],
    [
      'marker="{index}." marker-w=8mm',
      inBody('    each items {\n      text (.name) marker="{index}." marker-w=8mm\n    }\n'),
    ],
    ["image fit=contain|cover|fill", inBody("    image (pic) w=40mm h=20mm fit=cover\n"), "field pic image\n"],
    [
      'seals { seal "承認" (boss.name) }',
      inBody('    seals w=40mm h=20mm {\n      seal "承認" (boss.name)\n      seal "担当"\n    }\n'),
      'field boss.name string(4) example="田中"\n',
    ],
    [
      "head-style= head-fill= row-h= (head, foot too) zebra=",
      [TABLE, TABLE.replace(" zebra=shade", " head-style=cell head-fill=shade row-h=7mm zebra=shade")],
    ],
    ["rows-per-page=20 fill-rows=true", [TABLE, TABLE.replace("min-rows=8", "rows-per-page=20 fill-rows=true")]],
    ['empty="該当なし" split=none', [TABLE, TABLE.replace("min-rows=8", 'empty="該当なし" split=none')]],
    [
      'group (.line) { head "{.key}" foot { cell (sum(.items[].amount)) col=amount } }',
      inTable(
        `      group (.line) {
        head "{.key}"
        foot {
          cell (sum(.items[].amount)) col=amount align=right format='#,##0'
        }
      }
`,
      ),
      'field items[].line string(4) example=["甲", "乙"]\n',
    ],
    [
      "chart bar|line|stacked|pie LIST",
      inBody(`${chart("bar")}    }\n${chart("line")}    }\n${chart("stacked")}    }\n`),
      LOADS,
    ],
    [
      "series … type=line over bars",
      inBody(`${chart("bar", '      series "目標" (.ratio + 1) type=line\n')}    }\n`),
      LOADS,
    ],
    [
      "bar|line|stacked|pie",
      inBody(
        '    chart pie loads h=30mm alt="図" title="割合" {\n      category (.key)\n      series "割合" (.ratio)\n    }\n',
      ),
      LOADS,
    ],
    [
      "from=(time('08:00')) to=(time('18:00')) unit=hour; else day week month",
      inBody(`    gantt rooms {
      column name "室" w=30mm
      scale from=(time('08:00')) to=(time('18:00')) unit=hour
      bar .xs start=(.from) end=(.to) label="{.who}" align=center
      column size "定員" w=20mm
    }
`),
      `field rooms[].name string(9) example=["甲"]
field rooms[].size string(3) example=["8名"]
field rooms[].xs[] max=2
field rooms[].xs[].who string(4) example=[["総務", "営業"]]
field rooms[].xs[].from time example=[["09:00", "13:00"]]
field rooms[].xs[].to time example=[["11:00", "15:00"]]
`,
    ],
    [
      'column each .days as=d "{d.no}" (d.shift)',
      inBody(`    table staff {
      column name "氏名" w=30mm
      column each .days as=d "{d.no}" (d.shift) w=1fr
    }
`),
      `field staff[].name string(9) example=["山本"]
field staff[].days[] max=7
field staff[].days[].no int min=1 max=31 example=[[1, 2, 3]]
field staff[].days[].shift string(1) example=[["早", "遅", "休"]]
`,
    ],
    [
      "image (data:image/png;base64,…)",
      inBody("    image (pic) w=10mm h=10mm\n"),
      `field pic image example="data:image/png;base64,${PIXEL}"\n`,
    ],
    ["text=true", inBody('    barcode code128 "ABC-123" w=50mm h=15mm text=true\n')],
    [
      'allow RPT5006 "why": in a block or on top',
      inBody('    text "一" size=tiny {\n      allow RPT5006 "why"\n    }\n'),
      "sizes tiny=5pt\n",
    ],
    [
      "int min=0 max=999, items[] min=1 max=50",
      inBody("    text (n)\n"),
      'field n int min=0 max=999 label="数量" example=1\nfield items[] min=1 max=50\n',
    ],
    [
      "string(8) pattern='^[0-9]{3}-[0-9]{4}$' (single quotes)",
      inBody("    text (zip)\n"),
      "field zip string(8) pattern='^[0-9]{3}-[0-9]{4}$' example=\"530-0001\"\n",
    ],
  ])("%s", (words, [from, to], declared = "") => {
    expect(page).toContain(words);
    expect(sample).toContain(from);
    const form = sample.replace(from, () => to).replace("let total", () => `${declared}let total`);
    const told = findings(form).filter(
      ({ code }) => !["RPT2010", "RPT2012", "RPT4008", "RPT4026", "RPT9011"].includes(code),
    );
    // A taller form may need another look at its last page, which is not what the words are about.
    expect(
      formatDiagnostics(
        form,
        told.filter(({ severity }) => severity !== "info"),
      ),
    ).toBe("");
  });

  test("profile=jp.receipt: a law's rules", () => {
    expect(page).toContain("profile=jp.receipt: a law's rules");
    // Without its plugin the name is refused, with those that are installed.
    const form = sample.replace("document invoice", "document invoice profile=jp.receipt");
    expect(findings(form).map(({ code }) => code)).toContain("RPT7020");
    const judged = createEngine({
      fonts: bundledFonts(),
      renderers: async () => [],
      profiles: profilesInThisThread([receipt], "jp"),
    });
    const { diagnostics } = judged.check({ source: form, data: null });
    expect(diagnostics.map(({ code }) => code.split("/")[0])).toContain("jp.receipt");
  });

  test("labels: source people as=c (field people[].name), then page A4 n-up=[2, 6] and {c.name}", () => {
    const labels = `rpt 1
document labels title="宛名ラベル"
source people as=c
field people[].name string(20) example=["山本", "田中"]
page A4 margin=10mm n-up=[2, 6] {
  body {
    text "{c.name} 様"
  }
}
`;
    expect(page).toContain("source people as=c (field people[].name), then page A4 n-up=[2, 6] and {c.name}");
    expect(formatDiagnostics(labels, findings(labels))).toBe("");
  });
});
