import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

// Lists without `max=` take a thousand entries: their numbers, sums and pages are judged with as many.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const HEAD = `rpt 1
document open lang=ja
field rows[].name string(10) example=["一", "二"]
field rows[].value int min=0 max=9999 example=[1, 2]
sizes body=10pt
style base size=body
`;

interface Widths {
  readonly index: string;
  readonly sum: string;
  readonly pages: string;
  readonly max?: string;
}

function table({ index, sum, pages, max = "" }: Widths): string {
  return `${HEAD.replace("field rows[].name", `${max}field rows[].name`)}page A5 margin=10mm {
  footer h=8mm {
    text "{page.n}/{page.total}" x=100mm y=2mm w=${pages} h=5mm align=right
  }
  body {
    table rows {
      column no "No" (index) w=${index} align=right
      column name "名" (.name) w=1fr padding-left=2mm
      column value "値" (.value) w=${sum} align=right format='#,##0'
      foot {
        cell "計" col=no..name align=right
        cell (sum(rows[].value)) col=value
      }
    }
  }
}
`;
}

function labels(width: string, max = ""): string {
  return `rpt 1
document labels lang=ja
source people as=p${max}
field people[].name string(10) example=["い", "ろ"]
page w=80mm h=50mm margin=5mm {
  body {
    text "{record.n}/{record.total}" w=${width} align=right
    text (p.name)
  }
}
`;
}

function found(source: string): readonly string[] {
  return engine
    .check({ source, data: null })
    .diagnostics.map(
      ({ code, severity, message }) => `${severity} ${code} ${/"([^"]+)" is/.exec(message)?.[1] ?? message}`,
    );
}

test.each([
  ["the number of the last row", { index: "7mm", sum: "30mm", pages: "20mm" }, ["info RPT4032 1000"]],
  ["the sum of all rows", { index: "12mm", sum: "15mm", pages: "20mm" }, ["info RPT4032 9,999,000"]],
  ["page numbers", { index: "12mm", sum: "30mm", pages: "9mm" }, ["info RPT4032 10/29"]],
])("%s of a thousand entries is told where it has no room", (_, widths, expected) => {
  expect(found(table(widths))).toEqual(expected);
});

test("a form that holds a thousand entries has no finding, nor one that declares as many as it holds", () => {
  expect(found(table({ index: "12mm", sum: "30mm", pages: "20mm" }))).toEqual([]);
  expect(found(table({ index: "7mm", sum: "15mm", pages: "9mm", max: "field rows[] max=99\n" }))).toEqual([]);
});

test("the number of the last record is told where it has no room, by as many as the source takes", () => {
  expect(found(labels("12mm"))).toEqual(["info RPT4032 1000/1000"]);
  expect(found(labels("11mm", " max=500"))).toEqual(["warning RPT4031 500/500"]);
  expect(found(labels("11mm", " max=99"))).toEqual([]);
  expect(found(labels("30mm"))).toEqual([]);
  const bounded = labels("11mm").replace("field people[].name", "field people[] max=99\nfield people[].name");
  expect(found(bounded)).toEqual([]);
});

test("a form that prints one of a list of documents shows its number among a hundred", () => {
  const source = labels("8mm")
    .replace("source people as=p\n", "")
    .replaceAll("people[].name", "name")
    .replace('["い", "ろ"]', '"い"');
  expect(found(source.replace("(p.name)", "(name)"))).toEqual(["warning RPT4031 100/100"]);
});

// What a declared number of entries breaks is told in full, also beside a list that declares none.
test.each([
  ["alone", ""],
  ["beside a list without a bound", 'field others[].name string(10) example=["い", "ろ"]\n'],
])("a code that has no room with the declared number of entries is told: %s", (_, others) => {
  const lists = `field rows[] max=900\n${others}field rows[].name`;
  const source = `${HEAD.replace("9999", "1200").replace("field rows[].name", lists)}
page A5 margin=10mm {
  body {
    barcode code128 (format(sum(rows[].value), '0')) w=25mm h=12mm
    table rows {
      column name "名" (.name) w=1fr
    }
    ${others === "" ? "" : "each others {\n      text (.name)\n    }"}
  }
}
`;
  expect(found(source)).toEqual([
    "warning RPT4031 with rows[].value of 1200 and rows[] of 900 entries: the module of the code would be 0.21mm " +
      "(< 0.25mm) (page 1, x 10.0mm, y 10.0mm)",
  ]);
});
