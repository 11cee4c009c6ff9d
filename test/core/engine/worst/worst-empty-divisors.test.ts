// A divisor that sums or counts a list: what a check advises to declare keeps it from zero, also where the list has no
// entries. The advice is written into the form, and the form checked again.
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

interface Bounds {
  readonly "items[]": string;
  readonly "items[].q": string;
}

function sourceOf(bounds: Bounds, divisor: string): string {
  return `rpt 1
document avg title="平均" lang=ja
field items[] ${bounds["items[]"]}
field items[].q int ${bounds["items[].q"]} max=9 example=[1, 2]
field items[].p int min=0 max=99 example=[3, 4]
let mean = ${divisor.startsWith("if(") ? divisor : `sum(items[].p) / (${divisor})`}
sizes body=9pt
style base size=body
page A5 margin=10mm {
  body {
    text "{format(round(mean, 1, half_up), '0.0')}"
    each items {
      text "{.q} {.p}"
    }
  }
}
`;
}

function divisions(source: string, items: readonly unknown[] | null = null): readonly Diagnostic[] {
  const data = items === null ? null : new TextEncoder().encode(JSON.stringify({ items }));
  const { diagnostics } = engine.check({ source, data });
  expect(diagnostics.filter(({ code }) => /^RPT[0-2]/.test(code))).toEqual([]);
  return diagnostics.filter(({ message }) => message.includes("division by zero"));
}

/** The bounds with those that the advice declares. */
function mended(bounds: Bounds, advice: string): Bounds {
  const declared = /declare (.*?)(?:, or |$)/u.exec(advice)?.[1] ?? "";
  const least = (path: keyof Bounds): string =>
    declared.split(" and ").includes(`min=1 of ${path}`)
      ? `${bounds[path].replace(/min=-?\d+/u, "")} min=1`
      : bounds[path];
  return { "items[]": least("items[]"), "items[].q": least("items[].q") };
}

const OPEN = { "items[]": "max=5", "items[].q": "min=0" };
const BOTH = "min=1 of items[].q and min=1 of items[]";

describe.each<[string, string, Bounds, string | null]>([
  ["a sum", "sum(items[].q)", OPEN, BOTH],
  ["a sum of entries that are more than zero", "sum(items[].q)", { ...OPEN, "items[].q": "min=1" }, "min=1 of items[]"],
  ["a sum of a list with entries", "sum(items[].q)", { ...OPEN, "items[]": "min=1 max=5" }, "min=1 of items[].q"],
  ["a count", "count(items)", OPEN, "min=1 of items[]"],
  ["a count of some entries", "count(items[.q > 0])", OPEN, BOTH],
  ["a count that no declaration helps", "count(items[.q > 1])", OPEN, null],
])("%s", (_, divisor, bounds, declared) => {
  const [found] = divisions(sourceOf(bounds, divisor));
  const advice = found?.repair?.title ?? "";

  test("is told with what keeps it from zero", () => {
    expect(found?.code).toBe("RPT4031");
    const guard = expect.stringMatching(/guard with if\(.+ == 0, …, …\)$/u);
    expect([advice.startsWith("declare "), advice]).toEqual([declared !== null, guard]);
    if (declared !== null) expect(advice).toContain(`declare ${declared}, or `);
  });

  test("is sound with it", () => {
    const guarded = `if(${divisor} == 0, 0, sum(items[].p) / ${divisor})`;
    const source = declared === null ? sourceOf(bounds, guarded) : sourceOf(mended(bounds, advice), divisor);
    expect(divisions(source)).toEqual([]);
  });
});
