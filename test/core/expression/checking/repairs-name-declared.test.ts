// Repairs name what the form declares: the names of examples that are elsewhere are no names of this form.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";

const FORM = (line: string): string => `rpt 1
field kaisha string(10) example="甲"
field kazu int example=1
field toki time example="10:00"
field ps[].at time example=["10:00"]
field ps[].when date example=["2026-10-01"]
field ps[].word string(10) example=["乙"]
field ps[].qs[].n int example=[[1]]
page A4 {
  body {
    ${line}
    table ps as=p {
      column word "語"
    }
  }
}
`;

const FUNCTIONS = ["sum", "avg", "min", "max", "count", "any", "all", "none", "first", "last", "join", "sort", "group"];
const ARGUMENTS = ["kaisha", "kazu", "toki", "ps", "ps[].at", "ps[].when", "ps[].word", "ps[].qs", "ps[].qs[].n"];

/** Words of the examples in messages and in the reference. */
const FOREIGN = /\b(?:items|amount|rate|price|qty|customer|total)\b/u;

describe.each(FUNCTIONS)("%s", (name) => {
  test.each(ARGUMENTS)("of %s", (argument) => {
    const { diagnostics } = compileSource(FORM(`text (${name}(${argument}))`));
    const repairs = diagnostics.flatMap(({ repair }) =>
      repair === null ? [] : [repair.title, ...repair.edits.map(({ text }) => text)],
    );
    expect(repairs.filter((each) => FOREIGN.test(each))).toEqual([]);
  });
});
