// Two feet of one table: the repair makes one of them, and the form says what its author wrote.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";

function form(foot: string): string {
  return `rpt 1
field paid bool example=true
field items[].name string(20) example=["ねじ"]
style strong weight=bold lines=1
page A4 {
  body {
    table items {
      column name "品名"
${foot}
    }
  }
}
`;
}

function errorsOf(source: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics.filter(({ severity }) => severity === "error");
}

/** The form with the repairs of its errors. */
function mended(source: string): string {
  return applyEdits(
    source,
    errorsOf(source).flatMap(({ repair }) => repair?.edits ?? []),
  );
}

const foot = (looks: string, word: string): string => `      foot${looks} {\n        cell "${word}" col=name\n      }`;
const inRow = (looks: string, word: string): string =>
  `        row${looks} {\n          cell "${word}" col=name\n        }`;

describe("two feet become one", () => {
  test.each([
    ["", " when=(paid)", `        cell "甲" col=name\n${inRow(" when=(paid)", "乙")}`],
    [" when=(paid)", "", `${inRow(" when=(paid)", "甲")}\n        cell "乙" col=name`],
    [" when=(paid)", " when=(not paid)", `${inRow(" when=(paid)", "甲")}\n${inRow(" when=(not paid)", "乙")}`],
    ["", " style=strong color=red", `        cell "甲" col=name\n${inRow(" style=strong color=red", "乙")}`],
    ["", "", '        cell "甲" col=name\n        newrow\n        cell "乙" col=name'],
  ])("foot%s and foot%s", (first, second, cells) => {
    const source = form(`${foot(first, "甲")}\n${foot(second, "乙")}`);
    expect(errorsOf(source).map(({ code }) => code)).toEqual(["RPT1017"]);
    expect(mended(source).replace(/newrow\n\s+cell/, "newrow\n        cell")).toBe(
      form(`      foot {\n${cells}\n      }`),
    );
    expect(errorsOf(mended(source))).toEqual([]);
  });

  test.each([
    [" on=every", " when=(paid)"],
    [" when=(paid)", " keep=together"],
  ])("but not foot%s and foot%s, which rows of a foot can not say", (first, second) => {
    const source = form(`${foot(first, "甲")}\n${foot(second, "乙")}`);
    expect(errorsOf(source).map(({ repair }) => repair?.edits)).toEqual([[]]);
  });
});

describe("words for a row of a foot", () => {
  test.each([
    ["tr when=(paid) {\ncell (1) col=name\n}", "row when=(paid) {\ncell (1) col=name\n}"],
    ["newrow when=(paid) {\ncell (1) col=name\n}", "row when=(paid) {\ncell (1) col=name\n}"],
    ["row\ncell (1) col=name", "newrow\ncell (1) col=name"],
    ["tr\ncell (1) col=name", "newrow\ncell (1) col=name"],
  ])("%s", (written, meant) => {
    const source = form(`foot {\ncell "甲" col=name\n${written}\n}`);
    expect(mended(source)).toBe(form(`foot {\ncell "甲" col=name\n${meant}\n}`));
    expect(errorsOf(mended(source))).toEqual([]);
  });
});

test("a row of a foot takes what a style says of texts, and the colour of its table's lines", () => {
  const row = 'row style=strong border-color=red {\ncell "甲" col=name\n}';
  const { diagnostics } = compileSource(form(`foot {\n${row}\n}`));
  expect(diagnostics.map(({ code }) => code)).not.toContain("RPT1023");
});
