import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { withArticle } from "../../../src/core/diagnostics/index.ts";

describe("names stand behind the article that they are spoken with", () => {
  test.each([
    ["image", "an image"],
    ["each", "an each"],
    ["area", "an area"],
    ["int", "an int"],
    ["enum", "an enum"],
    ["object", "an object"],
    ["axis", "an axis"],
    ["ellipse", "an ellipse"],
    ["hour", "an hour"],
    ["unit", "a unit"],
    ["use", "a use"],
    ["header", "a header"],
    ["month", "a month"],
    ["text", "a text"],
    ["grid", "a grid"],
  ])("%s: %s", (name, expected) => {
    expect(withArticle(name)).toBe(expected);
  });

  test("no message writes an article before a name that it does not know", () => {
    // A choice between two words that stand in the message is known: `a ${isLine ? "line" : "heading"}`.
    const written = /(?<![\w$])[Aa]n? \$\{(?!\w+ \? ")/;
    const found = globSync("src/**/*.ts").flatMap((file) => {
      const lines = readFileSync(file, "utf8").split("\n");
      return lines.flatMap((line, at) => (written.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : []));
    });
    // The names of the service's messages all begin with `platen.`.
    expect(found.filter((one) => !one.includes("binary-request.ts"))).toEqual([]);
  });
});
