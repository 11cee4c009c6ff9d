// Body, header, footer and background say of their texts what a box says of its own.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { applyEdits } from "../../../src/core/diagnostics/index.ts";
import { TEXT_PROPERTIES } from "../../../src/core/schema/index.ts";

const TOP = `rpt 1
fonts gothic="Noto Sans JP" mincho="Noto Serif JP"
sizes body=12pt
colors ink=#333333
`;
const PLACE = "x=0mm y=0mm w=90mm h=40mm";

/** Frames of a page: their texts, and the same in a box of theirs. */
const FRAMES = {
  body: {
    own: (said: string) => `  body ${said} {\n    text "甲乙"\n    stack {\n      text "丙"\n    }\n  }`,
    boxed: (said: string) =>
      `  body {\n    box ${said} {\n    text "甲乙"\n    stack {\n      text "丙"\n    }\n    }\n  }`,
  },
  header: {
    own: (said: string) => `  header h=40mm ${said} {\n    text "甲乙" ${PLACE}\n  }\n  body`,
    boxed: (said: string) =>
      `  header h=40mm {\n    plate ${PLACE} ${said} {\n    text "甲乙" ${PLACE}\n    }\n  }\n  body`,
  },
  footer: {
    own: (said: string) => `  footer h=40mm ${said} {\n    text "甲乙" ${PLACE}\n  }\n  body`,
    boxed: (said: string) =>
      `  footer h=40mm {\n    plate ${PLACE} ${said} {\n    text "甲乙" ${PLACE}\n    }\n  }\n  body`,
  },
  background: {
    own: (said: string) => `  background ${said} {\n    text "甲乙" ${PLACE}\n  }\n  body`,
    boxed: (said: string) =>
      `  background {\n    plate ${PLACE} ${said} {\n    text "甲乙" ${PLACE}\n    }\n  }\n  body`,
  },
};

const VALUES: Readonly<Record<string, string>> = { font: "mincho", weight: "bold" };
const PROPERTIES = Object.entries(TEXT_PROPERTIES).map(([name, { example }]) => `${name}=${VALUES[name] ?? example}`);

function form(page: string): string {
  return `${TOP}page A4 margin=15mm {\n${page}\n}\n`;
}

function stylesOf(source: string): unknown {
  const { value, diagnostics } = compileSource(source);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return value?.textStyles;
}

describe.each(Object.entries(FRAMES))("%s", (_, { own, boxed }) => {
  test.each(PROPERTIES)("hands %s on to its texts as a box does", (said) => {
    expect(stylesOf(form(own(said)))).toEqual(stylesOf(form(boxed(said))));
  });

  test("hands on what is inherited of its style", () => {
    const style = "style quiet color=ink size=body\n";
    const [first, second] = [own, boxed].map((write) =>
      stylesOf(`${form(write("style=quiet")).replace("page", `${style}page`)}`),
    );
    expect(first).toEqual(second);
  });
});

describe("what is said of all texts at the page or the document", () => {
  const cases = [
    ["without a base", TOP, "style base weight=bold\npage A4"],
    ["with one", `${TOP}style base color=ink\n`, "style base color=ink weight=bold\npage A4"],
    ["with one that says it", `${TOP}style base weight=normal\n`, "style base weight=normal\npage A4"],
  ] as const;

  test.each(cases)("moves into style base, %s", (_, top, expected) => {
    const source = `${top}page A4 weight=bold {\n  body {\n    text "甲"\n  }\n}\n`;
    const [found] = compileSource(source).diagnostics.filter(({ code }) => code === "RPT1003");
    const mended = applyEdits(source, found?.repair?.edits ?? []);
    expect(mended).toContain(expected);
    expect(compileSource(mended).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});
