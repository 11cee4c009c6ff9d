// RPT2111: every repair that is offered for a value that may be absent, applied, checks without an error.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { SIGNATURES } from "../../../../src/core/expression/index.ts";
import { inLane, sampled } from "../../../support/lane.ts";

const TYPES = [
  ...["int", "int min=1", "decimal(9,2)", "string(9)", "text(40)", "bool", "date", "time", "datetime", "image"],
  ...["enum(a, b)", "enum(8, 10)"],
] as const;

/** Where values stand: single ones, those of a row, those of a list. */
const VALUES = [
  ["v", "w"],
  [".v", ".w"],
  ["list[].v", "list[].w"],
  ["first(list).v", "last(list).v"],
  ["list[has(.v)].v", "list[].w"],
] as const;

function sourceOf(type: string, expression: string): string {
  return `rpt 1
field v? ${type}
field w? ${type}
field list[].v? ${type}
field list[].w? ${type}
field n int example=2
page A4 {
  body {
    each list {
      text "{${expression}}"
    }
  }
}
`;
}

/** What stands in which place of which function or operator. */
function expressions([v, w]: readonly [string, string]): readonly string[] {
  const binary = ["+", "-", "*", "/", "%", "<", "<=", "==", "!=", ">", ">=", "and", "or", "??"];
  const operators = binary.flatMap((operator) => [
    `${v} ${operator} ${w}`,
    `${v} ${operator} 3`,
    `3 ${operator} ${v}`,
    `(${v} ${operator} ${w}) + 1`,
    `-(${v} ${operator} ${w})`,
  ]);
  const calls = SIGNATURES.flatMap(({ name, argsMin, argsMax }) => {
    const counts = new Set([argsMin, argsMax ?? argsMin + 1]);
    return [...counts].flatMap((count) => {
      const places = Array.from({ length: count }, (_, place) => place);
      const all = places.map(() => v).join(", ");
      const ones = places.map((place) => places.map((at) => (at === place ? v : "n")).join(", "));
      return [all, ...ones].map((args) => `${name}(${args}) + 1`);
    });
  });
  return [`-${v}`, `not ${v}`, ...operators, ...calls];
}

function told(source: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics.filter(({ severity }) => severity === "error");
}

/** Follows every repair of RPT2111 until none is left; answers what is wrong then. */
function followed(first: string): { readonly offered: number; readonly errors: readonly string[] } {
  let source = first;
  let offered = 0;
  for (let round = 0; round < 8; round += 1) {
    const errors = told(source);
    const repair = errors.find(({ code, repair: one }) => code === "RPT2111" && (one?.edits.length ?? 0) > 0)?.repair;
    if (repair === undefined || repair === null)
      return { offered, errors: errors.map(({ code, message }) => `${code} ${message}`) };
    source = applyEdits(source, repair.edits);
    offered += 1;
  }
  return { offered, errors: ["the repairs have no end"] };
}

describe.each(TYPES)("of %s", (type) => {
  test("each repair that is offered works, wherever an absent value is refused", () => {
    let offered = 0;
    const failed: string[] = [];
    for (const [at, values] of VALUES.entries()) {
      for (const expression of sampled(expressions(values), 4, TYPES.indexOf(type) + at)) {
        const source = sourceOf(type, expression);
        const errors = told(source);
        if (errors.length === 0 || errors.some(({ code }) => code !== "RPT2111")) continue;
        const outcome = followed(source);
        offered += outcome.offered;
        const left = outcome.errors.filter((error) => !error.startsWith("RPT2111"));
        if (left.length > 0) {
          failed.push(`${expression}: ${left.join("; ")}`);
        }
      }
    }
    expect(failed).toEqual([]);
    // A look at nothing would find nothing.
    if (type.startsWith("int") || type.startsWith("decimal"))
      expect(offered).toBeGreaterThan(inLane({ fast: 12, merge: 50, full: 50 }));
  });
});

test("of a call, the repair names the call, and not what it is given", () => {
  const [error] = told(sourceOf("time", "(minutes(v, w) + 1440) % 1440"));
  expect(error?.repair?.title).toContain("write (minutes(…) ?? 0), which counts as none");
});
