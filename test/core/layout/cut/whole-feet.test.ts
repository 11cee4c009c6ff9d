// The foot of a table of several rows: whole, and below the last record and its headings, where a page can hold that.
import { describe, expect, test } from "vitest";
import { type Canvas, compileSource } from "../../../../src/core/canvas/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutData, pageLines } from "../../../support/lay-out.ts";

const ROW_MM = 5;

const HEADS = {
  none: { lines: "", rows: 0, words: [] },
  one: { lines: "", rows: 1, words: ["名"] },
  two: {
    lines: 'head {\ncell "上" col=n\ncell "右" col=v\nnewrow\ncell "名" col=n\ncell "数" col=v\n}',
    rows: 2,
    words: ["上", "名"],
  },
} as const;

/** What stands at the foot of the last group, and above each record of a new page. */
const GROUPS = {
  none: { lines: "", above: 0, below: 0 },
  headed: { lines: 'group (.g) keep=head {\nhead "組{.key}"\n}', above: 1, below: 0 },
  footed: { lines: 'group (.g) {\nfoot {\ncell "小計" col=n\ncell (sum(.items[].v)) col=v\n}\n}', above: 0, below: 1 },
  both: {
    lines: 'group (.g) {\nhead "組{.key}"\nfoot {\ncell "小計" col=n\ncell (sum(.items[].v)) col=v\n}\n}',
    above: 1,
    below: 1,
  },
} as const;

interface Form {
  readonly pageRows: number;
  readonly foot: number;
  readonly head: keyof typeof HEADS;
  readonly group: keyof typeof GROUPS;
  readonly keep: "" | " keep=together";
  readonly before: number;
}

function sourceOf({ pageRows, foot, head, group, keep, before }: Form): string {
  const rows = Array.from({ length: foot }, (_, at) => `cell "計${at + 1}" col=n\ncell "9" col=v`).join("\nnewrow\n");
  return `rpt 1
field i[].n string(9) example=["品"]
field i[].g string(9) example=["甲"]
field i[].v int example=[1]
sizes body=8pt
style base size=body line-height=1
page w=100mm h=${pageRows * ROW_MM + 10}mm margin=5mm {
  body {
    space ${before * ROW_MM}mm
    table i row-h=${ROW_MM}mm ${head === "none" ? "header=none" : "header=repeat"} {
      ${HEADS[head].lines}
      column n "名" w=1fr
      column v "数" w=20mm
      ${GROUPS[group].lines}
      foot${keep} {
        ${rows}
      }
    }
  }
}
`;
}

const PAGES = [3, 4, 5, 6, 7, 9] as const;
const FEET = [1, 2, 3, 4] as const;

/** Each form once, compiled: fast lanes try half of them. */
function formsOf(pageRows: number): readonly (readonly [Form, Canvas])[] {
  const heads = Object.keys(HEADS) as (keyof typeof HEADS)[];
  const groups = Object.keys(GROUPS) as (keyof typeof GROUPS)[];
  const forms = FEET.flatMap((foot) =>
    heads.flatMap((head) =>
      groups.flatMap((group) =>
        inLane({ fast: [""] as const, full: ["", " keep=together"] as const }).flatMap((keep) =>
          [0, 2].map((before): Form => ({ pageRows, foot, head, group, keep, before })),
        ),
      ),
    ),
  );
  return forms.map((form) => {
    const { value, diagnostics } = compileSource(sourceOf(form));
    if (value === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
    return [form, value];
  });
}

/** What of a form stands on its pages, from the top to the bottom. */
function wordsOf(canvas: Canvas, records: number): { readonly pages: readonly (readonly string[])[]; told: boolean } {
  const i = Array.from({ length: records }, (_, at) => ({ n: `品${at + 1}`, g: at * 2 < records ? "甲" : "乙", v: 1 }));
  const laid = layOutData(canvas, { i });
  const pages = laid.value.pages.map((_, page) => pageLines(laid.value, page).map((line) => line.split("|")[0] ?? ""));
  return { pages, told: laid.diagnostics.some(({ code }) => code === "RPT4012" || code === "RPT4010") };
}

describe.each(PAGES)("on pages of %i rows", (pageRows) => {
  const forms = formsOf(pageRows);

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])("a foot below %i records keeps whole, and nothing is lost", (records) => {
    for (const [form, canvas] of forms) {
      const { pages, told } = wordsOf(canvas, records);
      const all = pages.flat();
      const what = `${JSON.stringify(form)} ${JSON.stringify(pages)}`;
      const names = Array.from({ length: records }, (_, at) => `品${at + 1}`);
      expect(
        all.filter((word) => word.startsWith("品")),
        what,
      ).toEqual(names);
      const feet = Array.from({ length: form.foot }, (_, at) => `計${at + 1}`);
      expect(
        all.filter((word) => word.startsWith("計")),
        what,
      ).toEqual(feet);
      const { above, below } = GROUPS[form.group];
      const needed = HEADS[form.head].rows + above + 1 + below + form.foot;
      if (records === 0 || needed > pageRows) continue;
      const last = pages.find((page) => page.includes(`品${records}`)) ?? [];
      expect([feet.every((word) => last.includes(word)), told], what).toEqual([true, false]);
      expect(
        HEADS[form.head].words.every((word) => last.includes(word)),
        what,
      ).toBe(true);
    }
  });
});
