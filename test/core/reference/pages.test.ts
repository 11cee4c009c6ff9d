import { expect, test } from "vitest";
import { CODES } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine, profilesInThisThread } from "../../../src/core/engine/index.ts";
import { FORMAT_PATTERNS, SIGNATURES } from "../../../src/core/expression/index.ts";
import { referencePages, roleVocabulary } from "../../../src/core/reference/index.ts";
import { ELEMENTS, ROLES, TEXT_PROPERTIES } from "../../../src/core/schema/index.ts";
import { JAPANESE_PROFILES } from "../../../src/plugins/profiles/jp/index.ts";

/** The profiles that are shipped. */
const JAPANESE = profilesInThisThread(JAPANESE_PROFILES, "jp");
const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [], profiles: JAPANESE });
const pages = referencePages(
  (source, data) =>
    engine.check({ source, data: data === null ? null : new TextEncoder().encode(data), advise: true }).diagnostics,
);

/** A heading's anchor, as viewers of Markdown make it. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}

test("every element, property, pattern and code stands in the reference", () => {
  const text = (file: string) => pages.get(file) ?? "";
  for (const { name, properties } of ELEMENTS) {
    expect(text("elements.md")).toContain(`\n### ${name}\n`);
    for (const property of Object.keys(properties)) {
      expect(text("elements.md") + text("properties.md")).toContain(`\n| \`${property}\` |`);
    }
  }
  for (const property of Object.keys(TEXT_PROPERTIES)) expect(text("properties.md")).toContain(`\n| \`${property}\` |`);
  for (const { pattern } of FORMAT_PATTERNS) expect(text("formats.md")).toContain(pattern);
  for (const { form } of SIGNATURES) expect(text("functions.md")).toContain(form.replaceAll("|", "\\|"));
  expect(pages.get("roles.md")).toBe(roleVocabulary());
  for (const role of Object.keys(ROLES)) expect(text("roles.md")).toContain(`| \`${role}\` |`);
  for (const code of Object.keys(CODES)) expect(text("diagnostics.md")).toContain(code);
});

test("every link between the pages leads somewhere", () => {
  const anchors = new Map(
    [...pages].map(([file, text]) => [file, [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => anchor(title))]),
  );
  for (const [file, text] of pages) {
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+\.md[^)\s]*|#[^)\s]+)\)/g)) {
      const [page = "", place] = target.split("#");
      const found = anchors.get(page === "" ? file : page);
      expect(found, `${file}: ${target}`).toBeDefined();
      if (place !== undefined) expect(found, `${file}: ${target}`).toContain(place);
    }
  }
});

test("no table is broken by what stands in its cells", () => {
  for (const [file, text] of pages) {
    const rows = text.replaceAll(/```[\s\S]*?```/g, "").split("\n");
    rows.forEach((row, at) => {
      if (!row.startsWith("| ---")) return;
      const cells = (line: string) => line.replaceAll("\\|", "").split("|").length;
      for (let next = at - 1; rows[next]?.startsWith("|"); next++) {
        expect(cells(rows[next] ?? ""), `${file}: ${rows[next]}`).toBe(cells(row));
      }
    });
  }
});
