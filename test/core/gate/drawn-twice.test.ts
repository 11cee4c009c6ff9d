// RPT5001: an element of a part that lies on another drawing of itself is told where room is missing.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const form = (height: string) => `rpt 1
sizes big=14pt
part name {
  box padding=1mm {
    text "部品名" size=big
  }
}
page A5 margin=10mm {
  header h=${height} {
    use name x=0mm y=0mm w=60mm
  }
  body {
    use name
  }
}
`;

function repairs(height: string): readonly (string | undefined)[] {
  return engine
    .check({ source: form(height), data: null })
    .diagnostics.filter(({ code }) => code === "RPT5001")
    .map(({ repair }) => repair?.title);
}

test("a part in a header that is too low, and in the body", () => {
  const repair = /^give its lines more line-height=; where it stands twice, make [\d.]+mm of room between its places/;
  expect(repairs("3mm")).toEqual([expect.stringMatching(repair)]);
  expect(repairs("12mm")).toEqual([]);
});
