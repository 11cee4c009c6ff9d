// Repairs that name what the author meant: what takes a property, how a size is asked for, which property draws a line.
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const form = (line: string, style = ""): string => `rpt 1
document t title="T" lang=ja
field name string(9) example="山田"
field tags[] string(4) max=3 example=["甲"]
field rooms[].guests[] string(9) max=3 example=[["乙"]]
sizes body=10pt
colors rule=#767676
style base size=body
style big padding=1mm${style}
page A4 margin=15mm {
  body {
    text (name) style=big
    each rooms {
      text "{count(.guests)} {count(tags)}"
    }
    plate h=20mm {
      ${line}
    }
  }
}
`;

const told = (source: string): readonly Diagnostic[] =>
  engine.check({ source, data: null, worstCases: false }).diagnostics.filter(({ severity }) => severity !== "info");

/** The source with the edits of a finding's repair. */
function applied(source: string, { repair }: Diagnostic): string {
  return [...(repair?.edits ?? [])]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((text, { span, text: by }) => text.slice(0, span.start) + by + text.slice(span.end), source);
}

describe("a size behind a dot", () => {
  const line = (expression: string): string => form(`text "{${expression}}" x=0mm y=0mm w=40mm h=6mm`);

  test.each(["len", "length", "size", "count"])("tags.%s is count(tags)", (name) => {
    const source = line(`tags.${name}`);
    const [one, ...others] = told(source);
    if (one === undefined) throw new Error("nothing was found");
    expect(others).toEqual([]);
    expect(one.repair?.title).toContain("count(…)");
    expect(applied(source, one)).toBe(line("count(tags)"));
    expect(told(applied(source, one))).toEqual([]);
  });

  test.each(["len", "length"])("name.%s is len(name), and count is named", (name) => {
    const source = line(`name.${name}`);
    const [one] = told(source);
    if (one === undefined) throw new Error("nothing was found");
    expect(one.repair?.title).toMatch(/len\(…\).*count\(…\)/u);
    expect(applied(source, one)).toBe(line("len(name)"));
    expect(told(applied(source, one))).toEqual([]);
  });
});

describe("a border where stroke is the line", () => {
  test.each([
    ["rect x=0mm y=0mm w=9mm h=9mm border=[0.25pt, rule]", "rect x=0mm y=0mm w=9mm h=9mm stroke=[0.25pt, rule]"],
    ["line x=0mm y=0mm w=9mm border=[0.25pt, rule]", "line x=0mm y=0mm w=9mm stroke=[0.25pt, rule]"],
  ])("%s", (written, meant) => {
    const [one, ...others] = told(form(written));
    if (one === undefined) throw new Error("nothing was found");
    expect(others).toEqual([]);
    expect(applied(form(written), one)).toBe(form(meant));
  });

  test("beside stroke is deleted", () => {
    const source = form("rect x=0mm y=0mm w=9mm h=9mm stroke=[1pt, rule] border=1pt");
    const [one] = told(source);
    if (one === undefined) throw new Error("nothing was found");
    expect(one.repair?.title).toContain("delete it");
    expect(applied(source, one)).toBe(form("rect x=0mm y=0mm w=9mm h=9mm stroke=[1pt, rule]"));
  });
});

test.each(["keep=together", "break=before", "when=(has(name))", "h=5mm", "place=center"])(
  "a style with %s names the elements that take it",
  (written) => {
    const source = form("rect x=0mm y=0mm w=9mm h=9mm", ` ${written}`);
    const [one] = told(source);
    expect(one?.message).toContain(`style has no property "${written.split("=")[0]}"`);
    expect(one?.repair?.title).toMatch(/no style takes .*write it at the element \(text, /u);
    expect(one === undefined ? [] : told(applied(source, one))).toEqual([]);
  },
);

describe("two lengths where one stands", () => {
  const sheet = (gaps: string): string => `rpt 1
document t title="T" lang=ja
field people[].name string(9) example=["山田", "佐藤"]
source people as=p
sizes body=10pt
style base size=body
page A4 margin=15mm n-up=[2, 4] ${gaps} {
  body {
    text (p.name)
  }
}
`;
  const grid = (gaps: string): string =>
    form("rect x=0mm y=0mm w=9mm h=9mm").replace(
      "    plate",
      `    grid cols=[20mm, 20mm] ${gaps} {\n      text "甲"\n      text "乙"\n    }\n    plate`,
    );

  test.each([
    ["labels of a sheet", sheet],
    ["cells of a grid", grid],
  ])("of %s are those of rows and columns", (_, written) => {
    const [one, ...others] = told(written("gap=[0mm, 2mm]"));
    if (one === undefined) throw new Error("nothing was found");
    expect(others).toEqual([]);
    expect(applied(written("gap=[0mm, 2mm]"), one)).toBe(written("gap=2mm row-gap=0mm"));
    expect(told(written("gap=2mm row-gap=0mm"))).toEqual([]);
  });
});
