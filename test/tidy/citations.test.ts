import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { brokenInComments, brokenInMarkdown, type CitedFiles, missingHeadings } from "./citations.ts";
import { repositoryFiles } from "./repository-files.ts";

const repository = new Set(await repositoryFiles());
const files: CitedFiles = { paths: repository, text: (path) => readFileSync(path, "utf8") };
const pages = [...repository].filter((path) => /^(?:[A-Z]+\.md|docs\/.*\.md)$/.test(path));

/** A changelog names what was there when it was written. */
const current = pages.filter((path) => path !== "CHANGELOG.md");

test("every link and path of the documentation leads somewhere", () => {
  expect(current.length).toBeGreaterThan(20);
  expect(current.flatMap((path) => brokenInMarkdown(path, files))).toEqual([]);
});

test("every heading that the documentation names stands in it", () => {
  expect(missingHeadings(pages, files)).toEqual([]);
});

test("every path that a comment names exists", () => {
  const sources = [...repository].filter((path) => /^src\/.*\.ts$/.test(path));
  expect(sources.flatMap((path) => brokenInComments(path, readFileSync(path, "utf8"), files))).toEqual([]);
});

describe("a citation that leads nowhere is found", () => {
  const texts: Readonly<Record<string, string>> = {
    "docs/a.md": "# One page\n\n## Ruled forms: `grid`\n\n## Twice\n\n## Twice\n",
    "src/core/gate/fit.ts": "",
  };
  const plantedIn = (text: string): CitedFiles => ({
    paths: new Set([...Object.keys(texts), "docs/b.md"]),
    text: (path) => texts[path] ?? text,
  });

  const broken: readonly (readonly [name: string, text: string, found: string])[] = [
    ["a link to no file", "See [this](c.md).", "docs/b.md:1 links to c.md, and there is no docs/c.md"],
    ["a link to no heading", "\n[this](a.md#two)", "docs/b.md:2 links to a.md#two, and docs/a.md has no such heading"],
    ["a link to no heading of its own", "[x](#two)", "docs/b.md:1 links to #two, and docs/b.md has no such heading"],
    ["a path from the root", "`src/core/gone`", "docs/b.md:1 names src/core/gone, which does not exist"],
    ["a room", "`core/gone`", "docs/b.md:1 names core/gone, which does not exist"],
    ["a file's name", "`gone.ts`", "docs/b.md:1 names gone.ts, which does not exist"],
    ["a star that nothing fits", "`src/plugins/*`", "docs/b.md:1 names src/plugins/*, which does not exist"],
  ];
  test.for(broken)("%s", ([, text, found]) => {
    expect(brokenInMarkdown("docs/b.md", plantedIn(text))).toEqual([found]);
  });

  const sound: readonly string[] = [
    "[this](a.md#ruled-forms-grid), [that](a.md#twice-1), [all](../src/core/gate), [web](https://a.example/b.md)",
    "`core/gate`, `src/core/gate/`, `src/core/*`, `fit.ts`, `gate/fit.ts`, `application/json`, `npm run gone.ts`",
    "```sh\ncat src/gone.ts # [x](gone.md)\n```",
  ];
  test.for(sound)("but not: %s", (text) => {
    expect(brokenInMarkdown("docs/b.md", plantedIn(text))).toEqual([]);
  });

  test("a heading", () => {
    const found = ['docs/b.md names a heading "Speed", which stands nowhere'];
    expect(missingHeadings(["docs/a.md", "docs/b.md"], plantedIn("as under *Speed* and the page's *Twice*"))).toEqual(
      found,
    );
  });

  test("a path in a comment", () => {
    const text = "// As `core/gone` has it; see https://a.example/src/gone.ts and fit.ts.\nexport const a = 1;\n";
    const path = "src/core/gate/b.ts";
    expect(brokenInComments(path, text, plantedIn(""))).toEqual(["src/core/gate/b.ts:1 names core/gone"]);
  });
});
