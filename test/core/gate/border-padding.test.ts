// The padding that RPT5001 and RPT5002 ask for where a border lies on letters: written as it is asked for, it suffices.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function errors(element: string) {
  const source = `rpt 1
colors black=#000000
sizes body=9pt
style base size=body
page A5 landscape margin=15mm {
  body {
    plate h=30mm {
      ${element}
    }
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  return diagnostics.filter(({ code }) => /^RPT[1-5]/.test(code) && !code.startsWith("RPT51"));
}

const HOLDERS = {
  text: (border: string, padding: string) => `text "長門国 一二三" x=0mm y=0mm w=60mm h=25mm ${border} ${padding}`,
  box: (border: string, padding: string) =>
    `box x=0mm y=0mm w=60mm h=25mm ${border} ${padding} {\ntext "長門国 一二三"\n}`,
} as const;

describe.each(Object.entries(HOLDERS))("%s", (_, holder) => {
  const widths = ["1pt", "3pt", "6pt", "8pt"];
  const cases = widths.flatMap((width) =>
    ["solid", "double"].flatMap((dash) => [
      `border=[${width}, black, ${dash}]`,
      `border=[${width}, black, ${dash}] radius=4mm`,
      `border-left=[${width}, black, ${dash}]`,
    ]),
  );

  test.each(cases)("%s", (border) => {
    const asked = errors(holder(border, "")).map(({ repair }) => /padding=[\d.]+mm/u.exec(repair?.title ?? "")?.[0]);
    if (border.startsWith("border=[8pt") || border.includes("radius")) expect(asked.length).toBeGreaterThan(0);
    for (const padding of asked) {
      expect(padding).toBeDefined();
      expect(errors(holder(border, padding ?? "")).map(({ message }) => message)).toEqual([]);
    }
  });
});
