// `as e` without its sign is told once, and what reads the name is not told to be unknown.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";

function found(source: string): readonly string[] {
  return compileSource(`rpt 1
field staff[].name string(8) example=["甲"]
field staff[].pay int example=[3]
${source}`).diagnostics.map(({ code, message, repair }) => `${code} ${message} → ${repair?.title ?? ""}`);
}

test.each([
  ["source", "e", 'source staff as e\nlet e.twice = e.pay * 2\npage A5 {\nbody {\ntext "{e.name} {e.twice}"\n}\n}\n'],
  ["each", "s", 'page A5 {\nbody {\neach staff as s {\ntext "{s.name} {s.pay}"\n}\n}\n}\n'],
])("%s", (_, name, source) => {
  expect(found(source)).toEqual([`RPT1014 "=" is missing between as and its value → write as=${name}`]);
  expect(found(source.replace(" as ", " as="))).toEqual([]);
});

test("fields that are declared by the record's name are offered their array", () => {
  const source = `rpt 1
field g.name string(8) example=["甲", "乙"]
field g.pay int example=[3, 4]
source goods as=g
page A5 {
body {
text "{g.name} {g.pay}"
}
}
`;
  const repair = compileSource(source).diagnostics.find(({ code }) => code === "RPT2020")?.repair;
  expect(repair?.title).toBe("declare its fields by the array: field goods[].…");
  const mended = (repair?.edits ?? []).toReversed().reduce((text, { span, text: written }) => {
    return text.slice(0, span.start) + written + text.slice(span.end);
  }, source);
  expect(mended).toContain("field goods[].name");
  expect(compileSource(mended).diagnostics).toEqual([]);
});
