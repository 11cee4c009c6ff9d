// What does not fit hides nothing of other elements: neither from who reads the findings, nor where a form allows it.
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";
import { plateForm } from "./plate-form.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function worst(source: string): readonly Diagnostic[] {
  const { diagnostics } = engine.check({ source, data: null });
  return diagnostics.filter(({ code }) => code === "RPT4031" || code === "RPT4032");
}

/** A line like `text (b) w=20mm` with an `allow` line in a block of its own, or in the one that it has. */
function withAllowance(source: string, { span: { start, end } }: Diagnostic, codes: string): string {
  const element = source.slice(start, end);
  const line = `allow ${codes} "meant"\n`;
  const opened = element.endsWith("}") ? /\{[ \t]*\n/.exec(element) : null;
  if (opened === null) return `${source.slice(0, end)} {\n${line}}${source.slice(end)}`;
  const at = start + opened.index + opened[0].length;
  return `${source.slice(0, at)}${line}${source.slice(at)}`;
}

const told = (found: readonly Diagnostic[]) => found.map(({ code, message }) => `${code} ${message}`);

/** What is found outside an element. */
function besides(found: readonly Diagnostic[], { span: { start, end } }: Diagnostic): readonly Diagnostic[] {
  return found.filter(({ span }) => span.start < start || span.end > end);
}

/** Those that are not there any more, each as often as it was. */
function missing(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = [...after];
  return before.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const NOTE = 'field note string(100) example="短"';
const GROWING = ["box x=50mm y=2mm w=40mm padding=1mm {", "  text (note)", "}", 'text "下" x=50mm y=22mm w=40mm'];
const LEAVES = "box leaves its container by 23.4mm on the bottom";
const UNDER = "text overlaps text by 2.5mm × 2.3mm";
const LIST = ['field rows[].name string(10) example=["a", "b"]', "field rows[].part int min=1 max=9 example=[1, 2]"];
const PIE = [
  'chart pie rows x=0mm y=0mm w=60mm h=20mm alt="円" legend=right {',
  "  category (.name)",
  '  series "" (.part)',
  "}",
];
const EACH = ["each rows x=100mm y=0mm w=50mm {", '  text "{.name}"', "}"];

const TABLE = [
  {
    is: "a box that grows over another text, beside a line that is cut",
    source: plateForm([NOTE], [...GROWING, "text (note) x=0mm y=2mm w=40mm lines=1 fit=clip"], 30),
    misfit: "89 characters are clipped",
    others: [LEAVES, UNDER],
  },
  {
    is: "a list that leaves its container, beside a chart that has no room for its names",
    source: plateForm([...LIST, "field rows[] max=12"], [...PIE, ...EACH], 20),
    misfit: "the legend has 12 names",
    others: ["each leaves its container by"],
  },
] as const;

describe("an element that breaks is told whatever else does not fit", () => {
  test.each(TABLE)("$is", ({ source, misfit, others }) => {
    const found = worst(source);
    const own = found.find(({ message }) => message.includes(misfit));
    if (own === undefined) throw new Error(told(found).join("\n"));
    const expected = others.map((each) => expect.stringContaining(each));
    expect(told(besides(found, own))).toEqual(expected);
    expect(told(worst(withAllowance(source, own, "RPT4031 RPT4032")))).toEqual(expected);
  });
});

describe("what a text that does not fit lies over", () => {
  const LONG = "text (note) x=0mm y=0mm w=40mm h=5mm";
  const source = plateForm([NOTE], [LONG, 'text "下" x=0mm y=6mm w=40mm h=5mm']);
  const [own, ...rest] = worst(source);

  test("is its own consequence, and mended with it", () => {
    expect(own?.message).toContain("text needs");
    expect(rest).toEqual([]);
  });

  test.each(["RPT4031", "RPT4031 RPT4032"])("is told where the form allows the text by %s", (codes) => {
    if (own === undefined) throw new Error("nothing was found");
    expect(told(worst(withAllowance(source, own, codes)))).toEqual([expect.stringContaining("text overlaps text by")]);
  });

  test("is not told again where the form allows another code there", () => {
    if (own === undefined) throw new Error("nothing was found");
    expect(told(worst(withAllowance(source, own, "RPT5006")))).toEqual(told([own]));
  });
});

/** Forms of other tests, and those of this one, of which many break at their worst. */
const FORMS = globSync(["core/{check,layout}/forms/*.rpt", "plugins/profiles/jp/forms/*.rpt", "suite/*/*.rpt"], {
  cwd: new URL("../../../", import.meta.url).pathname,
}).toSorted();

test("an allowed finding hides no finding of another element, in any form", () => {
  const sources = [
    ...TABLE.map(({ source }) => source),
    ...FORMS.map((name) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8")),
  ];
  let allowed = 0;
  for (const source of sources.filter((_, at) => at % inLane({ fast: 5, merge: 2, full: 1 }) === 0)) {
    const found = worst(source);
    const starts = [...new Map(found.map((each) => [`${each.code} ${each.span.start}`, each])).values()];
    for (const one of starts.slice(0, inLane({ fast: 1, merge: 14, full: 100 }))) {
      const changed = withAllowance(source, one, one.code);
      const { diagnostics } = engine.check({ source: changed, data: null });
      expect(
        diagnostics.map(({ code }) => code),
        changed,
      ).toContain("RPT9011");
      expect(missing(told(besides(found, one)), told(diagnostics)), changed).toEqual([]);
      allowed += 1;
    }
  }
  expect(allowed).toBeGreaterThan(inLane({ fast: 2, merge: 24, full: 60 }));
});
