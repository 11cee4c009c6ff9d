import { readdirSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PageDocument, RenderOptions, StructureNode, StructureType } from "../../../../src/core/sdk/index.ts";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { inLane } from "../../../support/lane.ts";
import { randomDocuments } from "../../../support/random-pages.ts";
import { exampleSource, templatePages } from "../../../support/template-pages.ts";
import { judge } from "./opened-pdf.ts";
import { options } from "./page-document.ts";

// What a file promises changes how it is written, never what it says or shows.

const PASSWORD = "ひみつ";

const PROMISES: readonly Partial<RenderOptions>[] = [
  { conformance: { pdf: "1.7", ua: true } },
  { conformance: { pdf: "a-2u", ua: false } },
  { conformance: { pdf: "a-3a", ua: true } },
  { compatibility: "1.4" },
  { compatibility: "1.4", conformance: { pdf: "1.7", ua: true } },
  { encryption: { password: PASSWORD, allow: ["copy"] } },
  { conformance: { pdf: "1.7", ua: true }, encryption: { password: PASSWORD, allow: [] } },
];

const TYPES: readonly StructureType[] = ["H1", "H2", "H3", "P", "Span", "Div", "Figure", "Link", "TD", "TH", "LI"];

/** Any tree: each node hangs under one before it. */
const structures = fc
  .array(fc.record({ type: fc.constantFrom(...TYPES), parent: fc.nat(), columnSpan: fc.integer({ min: 1, max: 3 }) }), {
    maxLength: 40,
  })
  .map((rest): readonly StructureNode[] => {
    const common = { alt: null, lang: null, role: null, span: [0, 0], scope: null, rowSpan: 1 } as const;
    const nodes = rest.map((node, index) => ({ ...common, ...node, parent: node.parent % (index + 1) }));
    return [{ ...common, type: "Document", parent: -1, columnSpan: 1 }, ...nodes];
  });

/** The document with its items shared out over the nodes of a tree, some of them to none. */
function structured(document: PageDocument, structure: readonly StructureNode[]): PageDocument {
  let next = 0;
  const pages = document.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => ({ ...item, node: (next++ % (structure.length + 1)) - 1 })),
  }));
  return { ...document, pages, structure };
}

/** How another program puts the text of a page in order: as it is drawn, or by where it stands. */
type Order = "drawn" | "placed";

async function textOf(file: Uint8Array, order: Order): Promise<string> {
  const raw = order === "drawn" ? ["-raw"] : [];
  const { stdout, stderr, exitCode } = await judge(file, "pdftotext", [...raw, "-upw", PASSWORD, "FILE", "-"]);
  expect(`${exitCode} ${stderr}`).toBe("0 ");
  return stdout;
}

async function expectSameText(document: PageDocument, order: Order = "drawn"): Promise<void> {
  const plain = await textOf(pdfRenderer.render(document, options), order);
  for (const promise of PROMISES) {
    const file = pdfRenderer.render(document, { ...options, ...promise });
    const { stdout, stderr, exitCode } = await judge(file, "qpdf", ["--check", `--password=${PASSWORD}`, "FILE"]);
    expect(`${exitCode} ${stderr}`, stdout).toBe("0 ");
    expect(await textOf(file, order)).toBe(plain);
  }
}

const EXAMPLES = readdirSync("docs/examples").filter((name) => name.endsWith(".rpt"));

test.for(inLane({ fast: ["letter-vertical.rpt"], full: EXAMPLES }))(
  "whatever is promised, the example %s is a sound file of the same text",
  { timeout: 60_000 },
  async (name) => {
    // Without tags, what all pages share is drawn first.
    await expectSameText(await templatePages(exampleSource(name)), "placed");
  },
);

test("whatever is promised, random pages in random trees are sound files of the same text", {
  timeout: 300_000,
}, async () => {
  const numRuns = inLane({ fast: 3, full: 60 });
  const documents = fc
    .tuple(randomDocuments, structures)
    .map(([document, structure]) => structured(document, structure));
  await fc.assert(
    fc.asyncProperty(documents, (document) => expectSameText(document)),
    { numRuns },
  );
});
