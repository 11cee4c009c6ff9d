// Every form under this folder is checked, and what is found must be what the form says about itself. After a wanted
// change, `npx vitest run test/suite -u` writes the findings anew; read what it wrote before you commit it.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { applyEdits, CODES, type Diagnostic, type DiagnosticCode } from "../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine, profilesInThisThread } from "../../src/core/engine/index.ts";
import { WITHOUT_EXAMPLE } from "../../src/core/reference/index.ts";
import { JAPANESE_PROFILES } from "../../src/plugins/profiles/jp/index.ts";
import { readCase, type SuiteCase, writeCase } from "./case.ts";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const CASES = globSync("*/*.rpt", { cwd: FOLDER }).toSorted();
/** The profiles that are shipped. */
const JAPANESE = profilesInThisThread(JAPANESE_PROFILES, "jp");
const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [], profiles: JAPANESE });

/** Codes of the language: syntax, structure, declarations, data, roles, output and limits. */
const OF_LANGUAGE = /^RPT[0123679]/;
/** What is drawn, or could not be, changes with every version; what takes very long texts is not for reading. */
const NOT_IN_SUITE: ReadonlySet<string> = new Set(["RPT2036", "RPT9002", "RPT9009", "RPT9010"]);
const IN_SUITE = (Object.keys(CODES) as DiagnosticCode[]).filter(
  (code) => OF_LANGUAGE.test(code) && !NOT_IN_SUITE.has(code) && WITHOUT_EXAMPLE[code] === undefined,
);

function findings({ source, data }: SuiteCase): readonly Diagnostic[] {
  const bytes = data === null ? null : new TextEncoder().encode(data);
  const wanted: ReadonlySet<string> = new Set(IN_SUITE);
  return engine.check({ source, data: bytes }).diagnostics.filter((each) => wanted.has(each.code));
}

const raised = new Set<string>();

/** What is found in a case as it is, by its name: both tests of a case want it, and checking it takes long. */
const foundIn = new Map<string, readonly Diagnostic[]>();

function findingsOf(name: string, suiteCase: SuiteCase): readonly Diagnostic[] {
  const found = foundIn.get(name) ?? findings(suiteCase);
  foundIn.set(name, found);
  return found;
}

describe("what a form says about itself is what is found", () => {
  test.each(CASES)("%s", async (name) => {
    const text = readFileSync(`${FOLDER}/${name}`, "utf8");
    const suiteCase = readCase(text);
    const found = findingsOf(name, suiteCase);
    for (const each of found) raised.add(each.code);
    await expect(writeCase(suiteCase, found)).toMatchFileSnapshot(`${FOLDER}/${name}`);
  });
});

describe("a repair makes its finding go away", () => {
  test.each(CASES)("%s", (name) => {
    const suiteCase = readCase(readFileSync(`${FOLDER}/${name}`, "utf8"));
    const found = findingsOf(name, suiteCase);
    for (const each of found) {
      const edits = each.repair?.edits ?? [];
      if (edits.length === 0) continue;
      const source = applyEdits(suiteCase.source, edits);
      const same = ({ code, message }: Diagnostic): boolean => code === each.code && message === each.message;
      const before = found.filter(same).length;
      expect(findings({ ...suiteCase, source }).filter(same), each.message).toHaveLength(before - 1);
    }
  });
});

test("every code of the language is raised by a form of the suite", () => {
  expect(CASES.length).toBeGreaterThanOrEqual(120);
  expect(IN_SUITE.filter((code) => !raised.has(code))).toEqual([]);
});
