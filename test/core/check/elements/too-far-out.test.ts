// `outer.` where it leads too far: in every place, at every depth, the finding names what works there, and that works.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

/** A list of lists of lists, and what is written in the innermost table. */
function form(depth: number, parts: string): string {
  const lists = ["a[]", "a[].b[]", "a[].b[].c[]"];
  const example = (value: string, levels: number): string => "[".repeat(levels) + value + "]".repeat(levels);
  const fields = lists
    .slice(0, depth + 1)
    .flatMap((path, at) => [`field ${path}.no${at} string(4) example=${example(`"N${at}"`, at + 1)}`]);
  const open = ["each a {", "each .b {"].slice(0, depth);
  const list = depth === 0 ? "a" : depth === 1 ? ".b" : ".c";
  return `rpt 1
field root string(4) example="R"
${fields.join("\n")}
field qtys[] int example=[1]
page A4 margin=10mm {
body {
${open.join("\n")}
table ${list} {
column x "X" (.no${depth}) w=80mm
column q "Q" (index) w=30mm
${parts}
}
${open.map(() => "}").join("\n")}
text "{root}{count(qtys)}"
}
}
`;
}

const PLACES: Readonly<Record<string, (expression: string) => string>> = {
  "cell of a page's foot": (x) => `pagefoot {\ncell "{${x}}" col=x\ncell (index) col=q\n}`,
  "words of a carry": (x) => `carry (index) into=q out="計{${x}}"`,
  "cell of a foot": (x) => `foot {\ncell "{${x}}" col=x\n}`,
  "cell of a head": (x) => `head {\ncell "{${x}}" col=x\n}`,
  "condition of a foot": (x) => `foot when=(has(${x})) {\ncell "計" col=x\n}`,
  "colour of a page's foot": (x) => `pagefoot {\ncell (index) col=q color=(if(${x} == 'N', 'red', 'black'))\n}`,
};

const errorsOf = (source: string) => compileSource(source).diagnostics.filter(({ severity }) => severity === "error");

describe.each(Object.entries(PLACES))("%s", (name, write) => {
  // In a row of the table, `outer.` is the record around the table; outside of the rows that record is the current one.
  test.each([
    [0, "outer.root", "root", "R"],
    [1, "outer.no0", ".no0", "N0"],
    [1, "outer.root", "root", "R"],
    [1, "outer.outer.no0", ".no0", "N0"],
    [2, "outer.no1", ".no1", "N1"],
    [2, "outer.outer.no0", "outer.no0", "N0"],
    [2, "outer.outer.no1", ".no1", "N1"],
    [2, "outer.outer.root", "root", "R"],
    [1, "outer.index", "index", "1"],
    [2, "outer.outer.index", "outer.index", "1"],
  ])("within %d lists: %s", (depth, written, meant, shown) => {
    const isText = name.startsWith("colour") || name.startsWith("condition");
    const isIndex = written.endsWith("index");
    if (isText && isIndex) return;
    const source = form(depth, write(written));
    const errors = errorsOf(source);
    expect(errors.map(({ message }) => message)).toHaveLength(1);
    if (isIndex && name === "cell of a page's foot") {
      // No number stands beside the sums of a page under any name.
      expect(errors[0]?.repair?.title).toMatch(/^delete it/u);
      return;
    }
    expect(errors[0]?.message).not.toMatch(/reads a row/u);
    expect(errors[0]?.repair?.title).toContain(`write ${meant}`);
    const mended = applyEdits(source, errors[0]?.repair?.edits ?? []);
    expect(mended).toBe(form(depth, write(meant)));
    const left = errorsOf(mended).map(({ message }) => message);
    expect(left).toEqual([]);
    // A sum is carried over the end of a page alone.
    if (isText || name === "words of a carry") return;
    const texts = (layOutSource(mended).value.pages[0]?.items ?? []).flatMap((item) =>
      item.kind === "glyphs" ? [item.run.text] : [],
    );
    expect(texts.join("|")).toContain(shown);
  });
});
