import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

// A text that is split becomes as many entries as it has separators. A text whose parts are replaced by longer ones
// becomes longer than it is declared. The check tries texts that are full of what the form looks for.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(field: string, body: string, lets = ""): readonly string[] {
  const source = `rpt 1
document d title="札" lang=ja
field tags ${field}
${lets}
sizes body=9pt
page A5 margin=10mm pages=1 {
  body gap=2mm {
    text "札の一覧"
    ${body}
  }
}
`;
  return engine.check({ source, data: null }).diagnostics.map(({ code, severity }) => `${severity} ${code}`);
}

const EACH = `each (split(tags, ',')) {
      text "・{.}" min-h=5mm
    }`;
const TABLE = `table (split(tags, ',')) {
      column a "札" (.) w=1fr
    }`;

test.each([
  ["in an each", 'string(100) example="a,b,c"', EACH, ""],
  ["in a table", 'string(100) example="a,b,c"', TABLE, ""],
  [
    "behind a let",
    'string(100) example="a,b,c"',
    EACH.replace("split(tags, ',')", "parts"),
    "let parts = split(tags, ',')",
  ],
  ["with a pattern", "string(100) pattern='^[a-z]+(,[a-z]+)*$' example=\"a,b,c\"", EACH, ""],
  ["at line ends", 'text(100) example="a\\nb"', EACH.replace("','", "'\\n'"), ""],
])("a text that is split into more entries than the page holds is told: %s", (_, field, body, lets) => {
  expect(found(field, body, lets)).toContain("error RPT4031");
});

test("a text whose parts are replaced by longer ones is told", () => {
  const label = `text (replace(tags, '/', 'スラッシュ')) w=60mm lines=1`;
  expect(found('string(8) example="a/b"', label)).not.toEqual([]);
  expect(found('string(8) example="a/b"', label.replace("'スラッシュ'", "'-'"))).toEqual([]);
});

test.each([
  ["with few parts by its pattern", "string(40) pattern='^[^,]{0,10}(,[^,]{0,10}){0,2}$' example=\"a,b,c\"", EACH],
  ["that is short", 'string(20) example="a,b,c"', EACH],
])("a text %s is not", (_, field, body) => {
  expect(found(field, body)).toEqual([]);
});

test("the pattern that the finding offers makes the form right", () => {
  const field = 'string(100) example="赤,青,緑"';
  const source = (declared: string): string => `rpt 1
document d title="札" lang=ja
field tags ${declared}
sizes body=9pt
page A5 margin=10mm pages=1 {
  body gap=2mm {
    ${EACH}
  }
}
`;
  const [first] = engine.check({ source: source(field), data: null }).diagnostics;
  const pattern = /pattern='[^']+'/.exec(first?.repair?.title ?? "")?.[0];
  expect(pattern).toBe("pattern='^[^,]{0,10}(,[^,]{0,10}){0,2}$'");
  expect(engine.check({ source: source(`${field} ${pattern}`), data: null }).diagnostics).toEqual([]);
});
