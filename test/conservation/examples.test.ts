// The examples of the documentation, the forms of the layout's tests and the forms of the suite that compile.
import { globSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { readCase } from "../suite/case.ts";
import { judgedForm } from "../support/conservation/judged-form.ts";
import { Tally } from "../support/conservation/tally.ts";

const tally = new Tally();
afterAll(() => tally.tell("examples and suites"));

const EXAMPLES = globSync(["docs/examples/*.rpt", "test/core/layout/forms/*.rpt", "test/conformance/forms/**/*.rpt"]);
const SUITE = globSync("test/suite/*/*.rpt").toSorted();

describe("nothing of an example is lost", () => {
  test.each(EXAMPLES.toSorted())("%s", async (file) => {
    const source = readFileSync(file, "utf8");
    const form = await judgedForm(source);
    tally.expectNothingLost(form, source);
  });
});

test("nothing is lost of the forms of the suite that compile", async () => {
  let drawn = 0;
  for (const file of SUITE) {
    const { source, data } = readCase(readFileSync(file, "utf8"));
    const form = await judgedForm(source, data);
    if (form.kind === "judged") drawn += 1;
    tally.expectNothingLost(form, `${file}\n${source}`, data);
  }
  expect(drawn).toBeGreaterThan(20);
}, 120_000);
