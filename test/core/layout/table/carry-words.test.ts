// The words beside carried sums where a form says none: in its own language.
import { expect, test } from "vitest";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

function lines(lang: string, words: string): readonly (readonly string[])[] {
  const { value } = layOutSource(
    `rpt 1
document bill title="bill" lang=${lang}
field xs[].a int
sizes body=9pt
style base size=body
page A5 {
  body {
    table xs rows-per-page=1 {
      column n "No" (index)
      column a "Sum" w=30mm
      carry (.a) into=a ${words}
    }
  }
}
`,
    { xs: [{ a: 3 }, { a: 4 }] },
  );
  return value.pages.map((_, page) => pageLines(value, page));
}

test.each([
  ["ja", "", "次頁へ繰越", "前頁より繰越"],
  ["en", "", "Carried forward", "Brought forward"],
  ["de", 'out="Übertrag"', "Übertrag", "Brought forward"],
  ["ja", 'in="Balance"', "次頁へ繰越", "Balance"],
])("lang=%s %s", (lang, words, out, back) => {
  const [first, second] = lines(lang, words);
  expect(first?.join(" ")).toContain(out);
  expect(second?.join(" ")).toContain(back);
});
