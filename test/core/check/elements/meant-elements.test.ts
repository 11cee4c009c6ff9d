// The keyword of a text before the name of an element that takes a block: one finding, whose repair writes the element.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";
import { allowedChildren, elementNamed } from "../../../../src/core/schema/index.ts";

const NAMES = allowedChildren("flow").filter((name) => elementNamed(name)?.children !== "none");

/** The rest of the line and the block of an element that has nothing to tell of itself. */
const HEADS: Readonly<Record<string, string>> = {
  each: "items",
  table: "items",
  gantt: "items",
  plate: "h=10mm",
  grid: "cols=[1fr]",
  pages: "by=items",
  chart: "kind=bar over=items",
};

function form(written: string): string {
  return `rpt 1
field items[].name string(9) example=["甲"]
page A4 {
  body gap=2mm {
    ${written} {
    }
  }
}
`;
}

describe("text before the name of an element with a block", () => {
  test("there are such elements", () => {
    expect(NAMES).toEqual(expect.arrayContaining(["rich", "stack", "row", "each", "table", "plate"]));
  });

  test.each(NAMES)("text %s {", (name) => {
    const element = `${name} ${HEADS[name] ?? ""}`.trim();
    const source = form(`text ${element}`);
    const { diagnostics } = compileSource(source);
    const own = compileSource(form(element)).diagnostics;
    const [told, ...others] = diagnostics.filter(({ span }) => source.slice(span.start, span.end) === "text");
    expect(others).toEqual([]);
    expect(told?.code).toBe("RPT1016");
    expect(applyEdits(source, told?.repair?.edits ?? [])).toBe(form(element));
    // Nothing else is told that the element alone would not be told of.
    const alone = new Set(own.map(({ message }) => message));
    const more = diagnostics.filter((one) => one !== told && !alone.has(one.message));
    expect(more).toEqual([]);
  });
});
