// Pages on which nothing of the body is printed: none is made for what is absent from the data.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inLane } from "../../../support/lane.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

const DATA = { list: [] };

function formOf(body: string, gapMm = 0): string {
  return `rpt 1
field extra? text(100) example="別紙"
field other? string(10) example="別"
field pic? image
field list[] string(10) example=["い", "ろ"]
let never = 1 > 2
let blanks = concat(other ?? '', ' ', other ?? '')
page A5 margin=10mm {
  body gap=${gapMm}mm {
${body}
  }
}
`;
}

/** What each page of the body says; a page without any item says nothing. */
function pagesOf(body: string, gapMm = 0): readonly (readonly string[])[] {
  const { value } = layOutSource(formOf(body, gapMm), DATA);
  return value.pages.map((_, at) => lettersOf(pageLines(value, at)));
}

/** Without blanks, which are not seen, and the places where they part a line. */
function lettersOf(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replaceAll(/[ |]/gu, "")).filter((line) => line !== "");
}

/** Elements with nothing to show; `BOX` is where properties of any box go. */
const ABSENT: Readonly<Record<string, string>> = {
  text: "text (extra) BOX",
  "text of lines": `text "{join(list, '\\n')}" BOX`,
  "text of blanks": "text (blanks) BOX",
  "text with padding": "text (extra) padding=3mm margin=2mm BOX",
  "text of a width": "text (extra) w=30mm BOX",
  "list with a ground": "each list fill=#eeeeee BOX {\ntext (.)\n}",
  "vertical text": "text (extra) writing=vertical BOX",
  "turned text": "text (extra) rotate=180 BOX",
  "text on its side": "text (extra) rotate=90 BOX",
  heading: "text (extra) heading=2 BOX",
  markdown: "markdown (extra ?? '') BOX",
  rich: "rich BOX {\nspan (extra) when=(has(extra))\n}",
  stack: "stack gap=4mm BOX {\ntext (extra)\nspace 3mm\ntext (other)\nimage (pic) h=20mm\n}",
  "stack of a break": "stack BOX {\ntext (extra) break=before\ntext (other) break=before\n}",
  box: "box padding=4mm BOX {\ntext (extra)\n}",
  row: "row BOX {\ntext (extra) w=1fr\ntext (other) w=20mm\n}",
  columns: "columns n=2 gap=4mm BOX {\ntext (extra)\ntext (other)\n}",
  pairs: 'pairs BOX {\npair "別" (extra) when=(has(extra))\n}',
  each: "each list BOX {\ntext (.)\n}",
  image: 'image (pic) h=20mm alt="図" BOX',
  table: 'table list header=none BOX {\ncolumn c "" (.) w=1fr\n}',
  barcode: "barcode qr (other) w=20mm h=20mm BOX",
  condition: 'text "別" when=(never) BOX',
};

/** Elements that hold nothing and are seen all the same, or have a size of their own. */
const SEEN: Readonly<Record<string, string>> = {
  "fixed height": "text (extra) h=20mm BOX",
  "least height": "text (extra) min-h=20mm BOX",
  border: "text (extra) border=0.5pt BOX",
  ground: "box fill=#eeeeee padding=2mm BOX {\ntext (extra)\n}",
  plate: "plate h=20mm BOX {\ntext (extra) x=0mm y=2mm w=40mm\n}",
  "side of a height": "text (extra) rotate=90 h=20mm BOX",
  "box of a height": "stack h=20mm BOX {\ntext (extra)\n}",
  "row of a height": "row h=20mm BOX {\ntext (extra) w=1fr\n}",
  "label of a pair": 'pairs BOX {\npair "別" (extra)\n}',
  "line to write on": "text (blanks) decoration=underline BOX",
  "blanks of the form": 'text "　" BOX',
  line: "line stroke=0.5pt BOX",
};

const written = (element: string, properties: string): string => element.replace(" BOX", ` ${properties}`);
const names = Object.keys(ABSENT);

describe.each(names)("an absent %s", (name) => {
  const element = ABSENT[name] ?? "";
  test.each(["before", "after"])("makes no page by break=%s", (side) => {
    const own = written(element, `break=${side}`);
    expect(pagesOf(`text "上"\n${own}`)).toEqual([["上"]]);
    expect(pagesOf(`${own}\ntext "下"`)).toEqual([["下"]]);
    expect(pagesOf(`text "上"\n${own}\ntext "下"`)).toEqual([["上", "下"]]);
    expect(pagesOf(`text "上"\n${own}\n${own}\ntext "下" break=before`)).toEqual([["上"], ["下"]]);
    expect(pagesOf(`stack {\ntext "上"\n${own}\n}`)).toEqual([["上"]]);
    expect(pagesOf(`columns n=2 gap=2mm {\ntext "上"\n${own}\n}`)).toEqual([["上"]]);
  });

  test("stands behind a break without a page of its own", () => {
    const own = written(element, "");
    expect(pagesOf(`text "上"\nbreak page\n${own}`)).toEqual([["上"]]);
    expect(pagesOf(`text "上"\nbreak page\nspace 5mm\n${own}\nbreak page\n${own}`)).toEqual([["上"]]);
    expect(pagesOf(`${own}\nbreak page\ntext "下"`)).toEqual([["下"]]);
    expect(pagesOf(`text "上"\nbreak page\n${own}\nbreak page\ntext "下"`)).toEqual([["上"], ["下"]]);
    expect(pagesOf(`stack {\ntext "上"\nbreak page\n${own}\n}\ntext "下" break=before`)).toEqual([["上"], ["下"]]);
  });

  test("makes no page where there is no room for it", () => {
    const full = 'text "全" h=190mm';
    const own = written(element, "");
    expect(pagesOf(`${full}\n${own}`, 5)).toEqual([["全"]]);
    expect(pagesOf(`${own}\n${full}`, 5)).toEqual([["全"]]);
    expect(pagesOf(`${full}\n${own}\n${full}`, 5)).toEqual([["全"], ["全"]]);
  });
});

test.each(Object.keys(SEEN))("what has a %s begins its page", (name) => {
  const element = SEEN[name] ?? "";
  expect(pagesOf(`text "上"\n${written(element, "break=before")}`)).toHaveLength(2);
  expect(pagesOf(`text "上"\nbreak page\n${written(element, "")}`)).toHaveLength(2);
  expect(pagesOf(`${written(element, "break=after")}\ntext "下"`)).toHaveLength(2);
});

test("numbers and totals count the pages that there are", () => {
  const footer = 'footer h=6mm {\ntext "{page.n}/{page.total}" x=0mm y=0mm w=60mm h=5mm\n}\n  body';
  const body = 'text "上"\ntext (extra) break=before\ntext "下" break=before\nbreak page\ntext (other)';
  const { value } = layOutSource(formOf(body).replace("body", footer), DATA);
  expect(value.pages.map((_, at) => pageLines(value, at))).toEqual([
    ["上", "1/2"],
    ["下", "2/2"],
  ]);
});

test("the footer of the last page stands where nothing follows", () => {
  const footer = 'footer h=6mm on=last {\ntext "了" x=0mm y=0mm w=60mm h=5mm\n}\n  body';
  const { value } = layOutSource(formOf('text "上"\nbreak page\ntext (other)').replace("body", footer), DATA);
  expect(value.pages.map((_, at) => pageLines(value, at))).toEqual([["上", "了"]]);
});

test("bookmarks and named places of a rest that prints nothing stay", () => {
  const { value } = layOutSource(formOf('text "上"\nbreak page\nbookmark "別紙"\ntext (extra) id=extra'), DATA);
  expect(value.pages).toHaveLength(1);
  expect(value.bookmarks.map(({ title, page }) => [title, page])).toEqual([["別紙", 0]]);
  expect(value.destinations.map(({ name, page }) => [name, page])).toEqual([["extra", 0]]);
});

/** A part of a flow: as it is written with what is absent, and without. */
interface Part {
  readonly all: string;
  readonly there: string;
}

const breaks = fc.constantFrom("", "", "break=before", "break=after");
const texts = fc.tuple(fc.constantFrom("甲", "乙", "丙"), breaks).map(([word, own]): Part => {
  const line = `text "${word}" ${own}`;
  return { all: line, there: line };
});
const absent = fc.tuple(fc.constantFrom(...names), breaks).map(([name, own]): Part => {
  return { all: written(ABSENT[name] ?? "", own), there: "" };
});
const bare = fc.constantFrom("break page", 'bookmark "栞"').map((line): Part => ({ all: line, there: line }));

function joined(parts: readonly Part[], around = (inner: string): string => inner): Part {
  const all = parts.map((part) => part.all).join("\n");
  const there = parts.map((part) => part.there).join("\n");
  return { all: around(all), there: there.includes("text") ? around(there) : there };
}

const leaf = fc.oneof({ weight: 3, arbitrary: texts }, { weight: 4, arbitrary: absent }, bare);
const stacks = fc.tuple(fc.array(leaf, { minLength: 1, maxLength: 4 }), breaks).map(([parts, own]) => {
  return joined(parts, (inner) => `stack ${own} {\n${inner}\n}`);
});
const flows = fc.array(fc.oneof({ weight: 4, arbitrary: leaf }, stacks), { minLength: 1, maxLength: 8 });

describe("in any flow", () => {
  test("each page has what it has without the absent elements", () => {
    fc.assert(
      fc.property(flows, (parts) => {
        const { all, there } = joined(parts);
        fc.pre(there.includes("text"));
        const pages = pagesOf(all);
        expect(pages.every((lines) => lines.length > 0)).toBe(true);
        expect(pages).toEqual(pagesOf(there));
      }),
      { numRuns: inLane({ fast: 150, full: 5_000 }) },
    );
  });
});
