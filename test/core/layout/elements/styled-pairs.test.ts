import { expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

// What a style gives to pairs is what the same properties do that are written at them.

const LOOK = "border=[0.5pt, rule] padding=2mm fill=shade margin=3mm radius=2mm";

function inkOf(declared: string, written: string): string {
  const source = `rpt 1
colors rule=#333333 shade=#dddddd
style probe ${declared}
page A5 margin=15mm {
  body {
    pairs label-w=20mm ${written} {
      pair "番号" "A-1"
      pair "氏名" "山田"
    }
  }
}
`;
  const items = layOutSource(source).value.pages[0]?.items ?? [];
  return JSON.stringify(
    items.map((item) => ({ ...item, span: null, ...(item.kind === "glyphs" ? { run: item.run.text } : {}) })),
  );
}

test.each(LOOK.replaceAll(", ", ",").split(" "))("%s", (property) => {
  const beside = property.startsWith("radius") ? " fill=shade" : "";
  const styled = inkOf(`${property}${beside}`, "style=probe");
  expect(styled).toBe(inkOf("weight=normal", `${property}${beside}`));
  expect(styled).not.toBe(inkOf("weight=normal", beside));
});
