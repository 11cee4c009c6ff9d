// No repair of RPT1023 takes away what an element must say: every such element × the places it may stand in.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";
import { ELEMENTS } from "../../../../src/core/schema/schema-table.ts";

const CHART = 'chart bar h x=0mm y=0mm w=80mm h=28mm alt="図" {\n category (.t)\n series "" (.v)\n}';

const form = (bands: string, body: string): string => `rpt 1
field h[].t string(8) example=["甲", "乙"]
field h[].v int min=0 max=9 example=[1, 2]
page A4 margin=15mm {
${bands}
  body {
    text "本文"
${body}
  }
}
`;

const PLACES: Readonly<Record<string, (element: string) => string>> = {
  header: (element) => form(`header h=40mm {\n${element}\n}`, ""),
  footer: (element) => form(`footer h=40mm {\n${element}\n}`, ""),
  background: (element) => form(`background {\n${element}\n}`, ""),
  "a plate of a footer": (element) => form(`footer h=40mm {\nplate x=0mm y=0mm w=90mm h=30mm {\n${element}\n}\n}`, ""),
  "a plate": (element) => form("", `plate h=40mm {\n${element}\n}`),
  "a row": (element) => form("", `row {\n${element}\n}`),
  "a body": (element) => form("", element),
};

const VALUES: Readonly<Record<string, string>> = { alt: '"図"', cols: "[1fr]", h: "20mm", cells: "4" };

/** The elements with required properties that every block takes, each written with all of them. */
const REQUIRING = ELEMENTS.filter(({ required }) => required.length > 0 && required.every((each) => each in VALUES));

const writtenAs = (name: string, required: readonly string[]): string =>
  name === "chart"
    ? CHART
    : `${name} x=0mm y=0mm w=80mm ${required.map((each) => `${each}=${VALUES[each]}`).join(" ")}`;

test.each(Object.entries(PLACES))("in %s", (_, place) => {
  expect(REQUIRING.map(({ name }) => name)).toContain("chart");
  for (const { name, required } of REQUIRING) {
    const source = place(writtenAs(name, required));
    const before = compileSource(source).diagnostics;
    const missing = (found: typeof before) => found.filter(({ code }) => code === "RPT1009").length;
    for (const { code, repair } of before) {
      if (code !== "RPT1023" || repair === null) continue;
      const after = compileSource(applyEdits(source, repair.edits)).diagnostics;
      expect(missing(after), `${name}: ${repair.title}`).toBeLessThanOrEqual(missing(before));
    }
  }
});

test("a chart of a footer says alt without a finding", () => {
  expect(compileSource(PLACES["footer"]?.(CHART) ?? "").diagnostics).toEqual([]);
});
