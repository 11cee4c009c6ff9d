// RPT1023 of what a row or grid takes as a whole: the edit writes it there, and adds no finding.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";

const form = (content: string) => `rpt 1
document d title="題" lang=ja
page A5 margin=12mm {
  body gap=3mm {
    text "甲"
    ${content}
    text "乙"
  }
}
`;

const HOLDERS = {
  row: (children: string) => `row gap=4mm {\n${children}\ntext "右"\n}`,
  grid: (children: string) => `grid cols=[1fr, 1fr] {\n${children}\ntext "右"\n}`,
} as const;
const ELEMENTS = {
  text: (property: string) => `text "左" ${property}`,
  "text in a stack": (property: string) => `stack {\ntext "左" ${property}\ntext "下"\n}`,
  "stack with the property in its block": (property: string) => `stack {\n${property}\ntext "左"\n}`,
} as const;
const MOVED = ["keep=next", "break=before", "break=after"];

const CASES = Object.keys(HOLDERS).flatMap((holder) =>
  Object.keys(ELEMENTS).flatMap((element) => MOVED.map((property) => [property, element, holder] as const)),
);

function sourceOf(property: string, element: string, holder: string): string {
  return form(HOLDERS[holder as keyof typeof HOLDERS](ELEMENTS[element as keyof typeof ELEMENTS](property)));
}

describe("what a row or grid takes", () => {
  test.each(CASES)("%s at a %s of a %s", (property, element, holder) => {
    const source = sourceOf(property, element, holder);
    const [found, ...others] = compileSource(source).diagnostics;
    // Not every element takes each of them.
    if (found?.code === "RPT1003") return;
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: "RPT1023", repair: { title: `write ${property} at the ${holder}` } });
    const edited = applyEdits(source, found?.repair?.edits ?? []);
    expect(edited).toContain(`${holder} ${property}`);
    expect(compileSource(edited).diagnostics).toEqual([]);
  });

  test("keep=together is no use there either", () => {
    const source = sourceOf("keep=together", "text", "row");
    expect(compileSource(source).diagnostics).toMatchObject([{ code: "RPT1023", repair: { title: "delete it" } }]);
  });

  test("a second one is deleted", () => {
    const source = form('row {\ntext "左" keep=next\ntext "右" keep=next\n}');
    const titles = compileSource(source).diagnostics.map(({ repair }) => repair?.title);
    expect(titles).toEqual(["write keep=next at the row", "delete it"]);
    const edits = compileSource(source).diagnostics.flatMap(({ repair }) => repair?.edits ?? []);
    expect(compileSource(applyEdits(source, edits)).diagnostics).toEqual([]);
  });

  test("a row that has one keeps it", () => {
    const source = form('row keep=next {\ntext "左" keep=next\ntext "右"\n}');
    expect(compileSource(source).diagnostics).toMatchObject([{ code: "RPT1023", repair: { title: "delete it" } }]);
  });
});

test("a property that an element does not take is told once", () => {
  const codes = compileSource(form('grid cols=[1fr] {\ncell "左" keep=next\n}')).diagnostics.map(({ code }) => code);
  expect(codes).toEqual(["RPT1003"]);
});
