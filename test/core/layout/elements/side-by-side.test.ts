import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { ELEMENTS, TEXT_PROPERTIES } from "../../../../src/core/schema/index.ts";
import { describeItem, layOutSource } from "../../../support/lay-out.ts";

const EACH = ELEMENTS.find(({ name }) => name === "each");

/** Where the example is what stands there anyway. */
const OTHERS: Readonly<Record<string, string>> = { when: "(false)", "border-style": "dash" };

function sourceOf(container: string, property: string): string {
  // In a cell of a grid the text is as wide as it may, so that room on either side is seen.
  const width = container === "row" ? "10mm" : "1fr";
  return `rpt 1
field d[].n string(9) example=["月"]
sizes body=9pt
colors ink=#1a1a1a rule=#767676 shade=#f2f4f7
fonts gothic="Noto Sans JP"
style base font=gothic size=body
style note border=1pt
page 100mm 110mm margin=10mm {
  body {
    ${container} {
      each d style=note ${property} {
        text (.n) w=${width} align=center
      }
    }
  }
}
`;
}

/** What is told apart by the place of its source, or is asked of the letters alone. */
const ASIDE: ReadonlySet<string> = new Set(["span", "sources", "run"]);

/** What is printed, and how. */
function printed(source: string): readonly string[] {
  const { pages } = layOutSource(source, { d: [{ n: "月" }, { n: "火" }] }).value;
  return pages.flatMap(({ items }) =>
    items.map(
      (item) =>
        `${describeItem(item)} ${JSON.stringify(item, (key, value: unknown) => (ASIDE.has(key) ? undefined : value))}`,
    ),
  );
}

test.each(["row", "grid cols=[20mm, 20mm]"])("what is said of the box of each in %s is seen, or told", (container) => {
  const plain = printed(sourceOf(container, ""));
  const silent = Object.entries(EACH?.properties ?? {}).flatMap(([name, { example }]) => {
    if (["as", "style"].includes(name) || Object.hasOwn(TEXT_PROPERTIES, name)) return [];
    const source = sourceOf(container, `${name}=${OTHERS[name] ?? example}`);
    if (compileSource(source).diagnostics.length > 0) return [];
    return printed(source).join("\n") === plain.join("\n") ? [name] : [];
  });
  expect(silent).toEqual([]);
});
