import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PageDocument } from "../../../../src/core/layout/index.ts";
import { inLane } from "../../../support/lane.ts";
import { describeItem, fractions, layOutSource, pageLines } from "../../../support/lay-out.ts";

const RUNS = { numRuns: inLane({ fast: 40, full: 1_500 }) };

interface Row {
  readonly name: string;
  readonly amount: number;
  readonly line: string;
  readonly part: string;
}

/** Every character has a glyph, and none is a space that a line's end would drop. */
const word = fc.string({
  unit: fc.constantFrom(..."国語帳票あいうアイウabcXYZ。、（）ー"),
  minLength: 1,
  maxLength: 90,
});
const rows = fc.array(
  fc.record({
    name: word,
    amount: fc.integer({ min: -999, max: 9_999 }),
    line: fc.constantFrom("A", "B", "C"),
    part: fc.constantFrom("x", "y"),
  }),
  { minLength: 1, maxLength: 45 },
);

interface Form {
  readonly header: string;
  readonly split: string;
  readonly perPage: string;
  readonly rowHeight: string;
  readonly group: string;
  readonly sums: readonly string[];
  readonly foot: string;
  readonly before: number;
  /** Of the number: a taller letter may begin on the page after the words beside it. */
  readonly amount: string;
  readonly tiers: string;
}

const LIKE = "size=body valign=top padding=0.5mm";
const HEADS = `        head "{.key}組"
        foot {
          cell "小計" col=name ${LIKE}
          cell (sum(.items[].amount)) col=amount ${LIKE}
        }`;
const GROUPS = [
  "",
  `      group (.line) {\n${HEADS}\n      }`,
  `      group (.line) keep=together repeat-head=false {\n${HEADS}\n      }`,
  `      group (.line) break=page order=desc {\n${HEADS}\n      }`,
  `      group (.line) order=asc {\n        group (.part) {\n  ${HEADS}\n        }\n      }`,
];
const CARRY = `      carry (.amount) into=amount ${LIKE}`;
const PAGE_FOOT = `      pagefoot {
        cell "頁計" col=name ${LIKE}
        cell (.amount) col=amount ${LIKE}
      }`;
const TIERS = [
  "cell (.name) col=name..amount|cell (.amount) col=amount",
  "cell (.amount) col=amount|cell (.name) col=name..amount",
].map((tiers) => `      row {\n${tiers.replace("|", "\n      newrow\n")}\n      }`);
const FEET = ["", "foot {", "foot keep=together {", "foot on=every {"];

const forms: fc.Arbitrary<Form> = fc.record({
  header: fc.constantFrom("repeat", "once", "none"),
  split: fc.constantFrom("row", "none", "cell"),
  perPage: fc.constantFrom(
    "",
    "",
    "rows-per-page=4",
    "rows-per-page=[2, 5] fill-rows=true",
    'min-rows=6 blank="以下余白"',
  ),
  rowHeight: fc.constantFrom("", "row-h=8mm"),
  group: fc.constantFrom(...GROUPS),
  sums: fc.subarray([CARRY, PAGE_FOOT]),
  foot: fc.constantFrom(...FEET),
  before: fc.integer({ min: 0, max: 70 }),
  amount: fc.constantFrom("", "", "size=huge", "valign=bottom", "padding=4mm"),
  tiers: fc.constantFrom("", ...TIERS),
});

function sourceOf(form: Form): string {
  const foot =
    form.foot === ""
      ? []
      : [`      ${form.foot}\n        cell "合計" col=name ${LIKE}\n        cell (total) col=amount ${LIKE}\n      }`];
  const parts = [form.tiers, ...(form.group === "" ? [] : [form.group]), ...form.sums, ...foot];
  return `rpt 1
field items[].name string(200) example=["品"]
field items[].amount int example=[1]
field items[].line string(10) example=["A"]
field items[].part string(10) example=["x"]
let total = sum(items[].amount)
fonts gothic="Noto Sans JP"
sizes body=9pt huge=20pt
style base font=gothic size=body line-height=1.3
style grid border=0.25pt padding=0.5mm
page 100mm 110mm margin=10mm {
  footer h=6mm on=last {
    text "以上" x=0mm y=1mm w=20mm h=5mm
  }
  body {
    space ${form.before}mm
    table items style=grid header=${form.header} split=${form.split} ${form.perPage} ${form.rowHeight} {
      column name "品名" w=1fr
      column amount "金額" w=22mm align=right ${form.amount}
${parts.join("\n")}
    }
  }
}
`;
}

/** What stands of each record on each page: the pieces of its name, in order. */
function recordsOn(document: PageDocument): {
  readonly texts: Map<number, string>;
  readonly amountPage: Map<number, number>;
} {
  const texts = new Map<number, string>();
  const amountPage = new Map<number, number>();
  document.pages.forEach(({ items }, page) => {
    for (const item of items) {
      if (item.kind !== "glyphs" || item.node < 0) continue;
      for (const source of item.sources) {
        const found = /^items\[(\d+)\]\.(name|amount)$/.exec(source.path ?? "");
        if (found === null) continue;
        const at = Number(found[1]);
        if (found[2] === "amount" && !amountPage.has(at)) amountPage.set(at, page);
        const shown = item.run.text.slice(source.start, source.end);
        if (found[2] === "name") texts.set(at, (texts.get(at) ?? "") + shown);
      }
    }
  });
  return { texts, amountPage };
}

function described(document: PageDocument): readonly (readonly string[])[] {
  return document.pages.map(({ items }) => items.map(describeItem));
}

/** The numbers that rows with these words show, page by page. */
function sumsOf(document: PageDocument, words: string): readonly (number | null)[] {
  return document.pages.map((_, page) => {
    const line = pageLines(document, page).find((one) => one.startsWith(words));
    return line === undefined ? null : Number(line.slice(words.length).replace("|", ""));
  });
}

function sumOf(data: readonly Row[], included: (at: number) => boolean): number {
  return data.reduce((sum, { amount }, at) => (included(at) ? sum + amount : sum), 0);
}

describe("tables of any form, with any data", () => {
  test("lose and repeat no record, and lay out twice alike in whole numbers", () => {
    fc.assert(
      fc.property(forms, rows, (form, items) => {
        const source = sourceOf(form);
        const { value } = layOutSource(source, { items });
        const { texts } = recordsOn(value);
        expect(items.map((_, at) => texts.get(at))).toEqual(items.map((row) => row.name));
        expect(fractions(value.pages)).toEqual([]);
        expect(described(layOutSource(source, { items }).value)).toEqual(described(value));
      }),
      RUNS,
    );
  });

  test("carry what adds up: from page to page, and to the total", () => {
    fc.assert(
      fc.property(forms, rows, (form, items) => {
        const { value } = layOutSource(sourceOf({ ...form, sums: [CARRY, PAGE_FOOT], foot: "foot {" }), { items });
        const { amountPage } = recordsOn(value);
        const out = sumsOf(value, "次頁へ繰越");
        const into = sumsOf(value, "前頁より繰越");
        const subtotals = sumsOf(value, "頁計");
        value.pages.forEach((_, page) => {
          const until = sumOf(items, (at) => (amountPage.get(at) ?? 0) <= page);
          if (out[page] != null) expect(out[page]).toBe(until);
          if (out[page] != null) expect(into[page + 1]).toBe(until);
          if (subtotals[page] != null) expect(subtotals[page]).toBe(sumOf(items, (at) => amountPage.get(at) === page));
        });
        const total = sumsOf(value, "合計").filter((each) => each !== null);
        expect(total).toEqual([sumOf(items, () => true)]);
        expect(subtotals.reduce<number>((sum, each) => sum + (each ?? 0), 0)).toBe(total[0]);
      }),
      RUNS,
    );
  });

  test("never take fewer pages for more records", () => {
    const ungrouped = forms.map((form): Form => ({ ...form, group: "" }));
    fc.assert(
      fc.property(ungrouped, rows, (form, items) => {
        const source = sourceOf(form);
        const all = layOutSource(source, { items }).value.pages.length;
        const fewer = layOutSource(source, { items: items.slice(0, -1) }).value.pages.length;
        expect(fewer).toBeLessThanOrEqual(all);
      }),
      RUNS,
    );
  });
});

/** Paragraphs of columns, some kept together, some followed by a break. */
const paragraphs = fc.array(
  fc.record({
    text: word,
    keep: fc.constantFrom("", "keep=together", "keep=next", "keep-min=20mm"),
    breaks: fc.constantFrom("", "", "", "break column", "break page"),
  }),
  { minLength: 1, maxLength: 14 },
);

describe("columns of any content", () => {
  test("lose and repeat no paragraph, wherever they begin and break", () => {
    const columns = fc.record({
      count: fc.integer({ min: 1, max: 4 }),
      balance: fc.boolean(),
      before: fc.integer({ min: 0, max: 85 }),
      height: fc.constantFrom("", "h=40mm", "min-h=30mm"),
      holder: fc.constantFrom("stack {", "row {", "box border=0.5pt padding=1mm {", "stack keep=together {"),
    });
    fc.assert(
      fc.property(columns, paragraphs, ({ count, balance, before, height, holder }, all) => {
        const inner = all
          .map(({ text, keep, breaks }) => `        text "${text}" ${keep}\n        ${breaks}\n`)
          .join("");
        const source = `rpt 1
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body line-height=1.3
page 100mm 110mm margin=10mm {
  body {
    space ${before}mm
    ${holder}
      columns n=${count} gap=4mm balance=${balance} ${height} {
${inner}      }
    }
  }
}
`;
        const { value } = layOutSource(source);
        const shown = new Map<number, string>();
        for (const item of value.pages.flatMap((page) => page.items)) {
          if (item.kind === "glyphs") shown.set(item.span[0], (shown.get(item.span[0]) ?? "") + item.run.text);
        }
        const inOrder = [...shown].sort(([one], [other]) => one - other).map(([, text]) => text);
        expect(inOrder).toEqual(all.map(({ text }) => text));
      }),
      RUNS,
    );
  });
});
