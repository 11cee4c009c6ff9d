// A declaration that fails is told once, where it stands: whatever uses its name has nothing to say of its own.
import { expect, test } from "vitest";
import { applyEdits } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

interface Case {
  readonly top: string;
  readonly body: string;
  readonly code: string;
}

function form({ top, body }: Case): string {
  return `rpt 1
document d title="記録"
field items[].name string(20) example=["甲"]
field items[].qty int min=0 max=99 example=[1]
${top}
page A4 margin=15mm {
  body {
    table items {
      column name "名"
    }
    text "{sum(items[].qty)}"
${body}
  }
}
`;
}

const usesOf = (name: string): string => `text "{${name}.no} {${name}.no} {len(${name}.no)}"
text (${name}.date) format='yyyy-MM-dd'
table ${name}.rows {
  column a "甲"
  column b "乙" (.b * 2)
  foot {
    cell "{sum(${name}.rows[].b)}" col=b
  }
}
each ${name}.rows as=r {
  text "{r.a} {.b} {${name}.no}"
}
check (has(${name}.memo)) "有"
image ${name}.photo h=9mm alt="x"`;

const fieldsOf = (name: string): string =>
  `field ${name}.no string(8) example="A"
field ${name}.date date example="2026-01-02"
field ${name}.memo? string(8) example="A"
field ${name}.photo image
field ${name}.rows[] min=1 max=9
field ${name}.rows[].a string(8) example=["A"]
field ${name}.rows[].b int min=0 max=9 example=[1]
let ${name}.twice = ${name}.rows[0]
let all = sum(${name}.rows[].b)`.replace(/let \S+twice.*\n/, "");

const CASES: Readonly<Record<string, Case>> = {
  "field under record": { top: fieldsOf("record"), body: `${usesOf("record")}\ntext "{all}"`, code: "RPT2008" },
  "field under page": { top: fieldsOf("page"), body: `${usesOf("page")}\ntext "{all}"`, code: "RPT2008" },
  "field under copy": { top: fieldsOf("copy"), body: `${usesOf("copy")}\ntext "{all}"`, code: "RPT2008" },
  "field under index": { top: fieldsOf("index"), body: `${usesOf("index")}\ntext "{all}"`, code: "RPT2008" },
  "field under outer": { top: fieldsOf("outer"), body: `${usesOf("outer")}\ntext "{all}"`, code: "RPT2008" },
  "field that is a reserved name": {
    top: "field index int min=0 max=9 example=1\nlet a = index * 2",
    body: 'text "{index} {a}"\neach items {\ntext "{.name} {index}"\n}',
    code: "RPT2008",
  },
  "field called page": {
    top: "field page int min=0 max=9 example=1\nlet a = page * 2",
    body: 'text "{page} {a}"\ntext (page) when=(page > 2)',
    code: "RPT2008",
  },
  "list under a reserved name": {
    top: 'field record[].a string(9) example=["x"]\nfield record[].b int min=0 max=9 example=[1]',
    body: 'table record {\ncolumn a "甲"\n}\ntext "{sum(record[].b)}"\neach record as=e {\ntext "{e.a}"\n}',
    code: "RPT2008",
  },
  "let of a reserved name": {
    top: "let record = sum(items[].qty)\nlet b = record + 1",
    body: 'text "{record} {b}"\ntext "{record + 1}"',
    code: "RPT2008",
  },
  "let page.x": { top: "let page.x = sum(items[].qty)", body: 'text "{page.x} {page.x + 1}"', code: "RPT" },
  "let of a column that is declared": {
    top: "let items[].qty = 2",
    body: 'each items {\ntext "{.qty}"\n}',
    code: "RPT2007",
  },
  "let with an error": {
    top: "let a = sum(items[].qtyy)\nlet b = a + 1\nlet items[].c = .qty * a",
    body: 'text "{a} {b} {sum(items[].c)}"\ntext (a) format="#,##0"',
    code: "RPT2103",
  },
  "let with an unknown function": {
    top: "let a = summ(items[].qty)\nlet b = a + 1",
    body: 'text "{a} {b}"\ntext (a) format="#,##0"',
    code: "RPT21",
  },
  "let under an unknown record": { top: "let zzz.x = 2", body: 'text "{zzz.x}"', code: "RPT" },
  "let in an unknown list": {
    top: "let zzz[].x = 2",
    body: 'text "{sum(zzz[].x)}"\ntable zzz {\ncolumn x "x"\n}',
    code: "RPT",
  },
  "circle of lets": { top: "let a = b + 1\nlet b = a + 1", body: 'text "{a} {b}"', code: "RPT2106" },
  "unknown type": {
    top: 'field a strng(3) example="x"\nfield n integerr min=0 max=9 example=1\nlet b = n + 1'.replace(
      /field n.*\nlet.*/,
      "",
    ),
    body: 'text "{a} {len(a)}"',
    code: "RPT2002",
  },
  "unknown type of a number": {
    top: "field n numeros min=0 max=9 example=1\nlet b = n + 1",
    body: 'text "{n} {b}"\ntext (n) format="#,##0"',
    code: "RPT2002",
  },
  "unknown type of a date": {
    top: 'field n dat example="2026-01-02"\nlet b = addDays(n, 1)',
    body: 'text (n) format="yyyy"\ntext (b) format="yyyy"',
    code: "RPT2002",
  },
  "arguments that do not fit": {
    top: "field n decimal(3,9) min=0 max=9 example=1.5\nlet b = n + 1",
    body: 'text "{n} {b}"\ntext (n) format="#,##0"',
    code: "RPT2005",
  },
  "enum without members": {
    top: 'field n enum() example="a"\nlet b = if(n == "a", 1, 2)',
    body: 'text "{n} {b}"',
    code: "RPT",
  },
  "object and value": {
    top: 'field o string(3) example="a"\nfield o.a string(3) example="a"\nfield o.b string(3) example="a"',
    body: 'text "{o} {o.a} {o.b}"',
    code: "RPT2004",
  },
  "list and object": {
    top: 'field o[].a string(3) example=["a"]\nfield o.b string(3) example="a"\nfield o.c string(3) example="a"',
    body: 'text "{o.b} {o.c}"\ntable o {\ncolumn a "x"\n}',
    code: "RPT2004",
  },
  "field without a type": { top: 'field o example="a"', body: 'text "{o}"', code: "RPT2003" },
  "colour that is none": {
    top: "colors ink=#11 sun=#ff0000",
    body: 'text "a" color=ink\ntext "b" color=sun\nbox fill=ink {\ntext "c"\n}',
    code: "RPT1015",
  },
  "size that is none": { top: "sizes big=99999pt", body: 'text "a" size=big\ntext "b" size=big', code: "RPT1018" },
  "size without a unit": { top: "sizes big=9", body: 'text "a" size=big\ntext "b" size=big', code: "RPT" },
  "fonts that are not there": {
    top: 'fonts tt="Nowhere"\nstyle base font=tt\nstyle head font=tt',
    body: 'text "a" style=head\ntext "b" font=tt',
    code: "RPT7010",
  },
  "style with an unknown property": {
    top: "style head sizee=3 weight=bold",
    body: 'text "a" style=head\ntext "a" style=head',
    code: "RPT1003",
  },
  "style of a style that is none": {
    top: "style head base=nobody weight=bold",
    body: 'text "a" style=head',
    code: "RPT",
  },
  "style without a name": { top: "style weight=bold", body: 'text "a"', code: "RPT" },
  "style twice": {
    top: "colors ink=#112233\nstyle a weight=bold\nstyle a color=ink",
    body: 'text "a" style=a',
    code: "RPT",
  },
  "part with a mistake": { top: 'part rec {\ntext "x" colr=ink\n}', body: "use rec\nuse rec", code: "RPT1003" },
  "part twice": { top: 'part rec {\ntext "x"\n}\npart rec {\ntext "x"\n}', body: "use rec", code: "RPT" },
  "asset without a file": { top: "asset logo", body: 'image logo h=3mm alt="x"', code: "RPT1009" },
  "each as a reserved name": {
    top: "",
    body: 'each items as=record {\ntext "{record.name} {record.qty}"\n}',
    code: "none",
  },
  "each as page": { top: "", body: 'each items as=page {\ntext "{page.name} {page.qty}"\n}', code: "none" },
  "each as a field": { top: "", body: 'each items as=items {\ntext "{items.name} {items.qty}"\n}', code: "none" },
  "each of nothing": {
    top: "",
    body: 'each zzz as=z {\ntext "{z.name} {.qty} {index}"\neach z.list as=y {\ntext "{y.a}"\n}\n}',
    code: "RPT2101",
  },
  "table of nothing": {
    top: "",
    body: 'table zzz {\ncolumn a "x"\ncolumn b "y" (.b + 1)\ngroup (.a) {\nhead "{.a}"\n}\n}',
    code: "RPT2101",
  },
  "table as a reserved name": {
    top: "",
    body: 'table items as=record {\ncolumn name "x" (record.name)\n}',
    code: "none",
  },
  "chart of nothing": {
    top: "",
    body: 'chart bar zzz h=40mm alt="x" {\ncategory (.name)\nseries "v" (.qty)\n}',
    code: "RPT2101",
  },
  "each as a text": { top: "", body: 'each items as="r" {\ntext "{r.name} {r.qty}"\n}', code: "RPT" },
  "each as a path": { top: "", body: 'each items as=r.x {\ntext "{r.name} {r.qty}"\n}', code: "RPT" },
  "each as an expression": { top: "", body: 'each items as=(r) {\ntext "{r.name} {r.qty}"\n}', code: "RPT" },
  "let in each": { top: "let r.x = 3", body: 'each items as=r {\ntext "{r.name} {r.x}"\n}', code: "RPT2126" },
  "field of another keyword": { top: 'field null string(3) example="x"', body: 'text "{null}"', code: "RPT" },
  "default of another type": {
    top: 'field n int min=0 max=9 default="x" example=1',
    body: 'text "{n + 1}"',
    code: "RPT",
  },
  "example of another type": { top: 'field n int min=0 max=9 example="x"', body: 'text "{n + 1}"', code: "RPT" },
  "pattern that cannot be read": {
    top: "field n string(3) pattern='(' example=\"x\"",
    body: 'text "{n}"',
    code: "RPT",
  },
  "style of an unknown style": {
    top: "style a base=b\nstyle c base=a",
    body: 'text "x" style=a\ntext "x" style=c',
    code: "RPT",
  },
  "dataset that cannot be read": { top: 'dataset {"items":[{"name":"x","qty":1},]}', body: 'text "x"', code: "RPT" },
  "column each of nothing": { top: "", body: 'table items {\ncolumn name "x"\ncolumn each .months\n}', code: "RPT" },
  "source of nothing": { top: "source zzz as=z\nlet t = z.a", body: 'text "{z.name} {z.qty} {t}"', code: "RPT2020" },
  copies: { top: "copies 控 正 控", body: 'text "{copy.label}"', code: "RPT" },
  "source under a reserved name": {
    top: "source items as=record",
    body: 'text "{record.name} {record.qty} {record.n}"',
    code: "RPT2008",
  },
  "column that fails": {
    top: "",
    body: 'table items {\ncolumn zzz "x"\ncolumn qty "y"\nfoot {\ncell "計" col=zzz\ncell "x" col=qty\n}\n}',
    code: "RPT2103",
  },
  "column with a value that fails": {
    top: "",
    body: 'table items {\ncolumn zzz "x" (.zzz)\ncolumn qty "y"\nfoot {\ncell "計" col=zzz\ncell "x" col=qty\n}\n}',
    code: "RPT2103",
  },
};

test.each(Object.entries(CASES))("%s", (_, one) => {
  const errors = engine
    .check({ source: form(one), data: null })
    .diagnostics.filter(({ severity }) => severity === "error");
  const told = errors.map(({ code, message, span }) => `${code} ${span.start} ${message}`);
  expect(told).toEqual(one.code === "none" ? [] : [expect.stringMatching(`^${one.code}`)]);
});

test.each(Object.keys(CASES).filter((name) => CASES[name]?.code === "RPT2008"))(
  "%s: one repair renames all",
  (name) => {
    const one = CASES[name];
    if (one === undefined) throw new Error(`no case ${name}`);
    const source = form(one);
    const [root] = engine.check({ source, data: null }).diagnostics.filter(({ severity }) => severity === "error");
    const mended = applyEdits(source, root?.repair?.edits ?? []);
    const left = engine
      .check({ source: mended, data: null })
      .diagnostics.filter(({ severity }) => severity === "error");
    expect(left.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  },
);
