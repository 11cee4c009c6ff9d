import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Attachment, PageDocument, RenderOptions } from "../../../../src/core/sdk/index.ts";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { LEDGER_SOURCE, ledgerPayload } from "../../../bench/ledger.ts";
import { inLane } from "../../../support/lane.ts";
import { logoForm } from "../../../support/logo-form.ts";
import { tagged, templatePages } from "../../../support/template-pages.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { type KeyUse, keysOf } from "./dictionary-keys.ts";
import { options } from "./page-document.ts";

// Each key of each dictionary is one that the specification knows, of the right type, and no newer than the file says.

const FOLDERS = ["docs/examples", "test/conformance/forms"];
const PASSWORD = "ひみつ";

const FORMS: readonly (readonly [string, () => Promise<PageDocument>])[] = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".rpt"))
      .map((name) => [name, () => templatePages(tagged(readFileSync(join(folder, name), "utf8")))] as const),
  ),
  ["pictures of every kind", () => templatePages(logoForm("ua=1"))],
  ["a table of 400 rows", () => templatePages(tagged(LEDGER_SOURCE), ledgerPayload(400, 1))],
];

const attachment: Attachment = {
  name: "請求データ.json",
  mediaType: "application/json",
  bytes: new Uint8Array([0x7b, 0x7d]),
  relationship: "source",
  description: "この書類のもとになったデータ",
};

interface Flavour {
  readonly name: string;
  readonly asked: Partial<RenderOptions>;
  readonly newest: number;
  /** Newer keys that another standard asks for. */
  readonly beside: readonly string[];
}

const FLAVOURS: readonly Flavour[] = [
  { name: "1.7", asked: {}, newest: 1.7, beside: [] },
  { name: "PDF/UA", asked: { conformance: { pdf: "1.7", ua: true } }, newest: 1.7, beside: [] },
  {
    ...{ name: "print dialogs", asked: { printing: { scale: "none", duplex: "long-edge" } }, newest: 1.7, beside: [] },
  },
  {
    ...{ name: "encrypted", asked: { encryption: { password: PASSWORD, allow: ["print"] } }, newest: 1.7, beside: [] },
  },
  { name: "PDF/A-2u", asked: { conformance: { pdf: "a-2u", ua: false } }, newest: 1.7, beside: [] },
  {
    name: "PDF/A-3a with data inside",
    asked: { conformance: { pdf: "a-3a", ua: true }, attachments: [attachment] },
    newest: 1.7,
    beside: ["Catalog.AF", "FileSpec.AFRelationship"],
  },
  { name: "1.4", asked: { compatibility: "1.4" }, newest: 1.4, beside: [] },
  {
    name: "1.4 with PDF/UA",
    asked: { compatibility: "1.4", conformance: { pdf: "1.7", ua: true } },
    newest: 1.4,
    beside: ["Page.Tabs", "TableAttributes.Scope"],
  },
];

async function usesOf(document: PageDocument, asked: Partial<RenderOptions>): Promise<readonly KeyUse[]> {
  await using folder = await temporaryFolder("keys");
  const path = join(folder.path, "file.pdf");
  await writeFile(path, pdfRenderer.render(document, { ...options, ...asked }));
  return await keysOf(path, PASSWORD);
}

/** Links, headings and boxes; pictures; a structure of many streams. */
const FAST = new Set(["accessible-corners.rpt", "pictures of every kind", "a table of 400 rows"]);

describe.each(inLane({ fast: FORMS.filter(([name]) => FAST.has(name)), full: FORMS }))("%s", (_, laidOut) => {
  let document: Promise<PageDocument> | null = null;
  const make = (): Promise<PageDocument> => {
    document ??= laidOut();
    return document;
  };

  test.each(FLAVOURS)("has as $name no key that is unknown, wrong or too new", { timeout: 60_000 }, async (flavour) => {
    const uses = await usesOf(await make(), flavour.asked);
    const newer = uses.filter(({ since }) => since > flavour.newest).map(({ kind, key }) => `${kind}.${key}`);
    expect([...new Set(newer)].filter((use) => !flavour.beside.includes(use))).toEqual([]);
    expect(uses.length).toBeGreaterThan(50);
    const hasElements = uses.some(({ kind, key }) => kind === "Element" && key === "Pg");
    expect(hasElements).toBe(flavour.asked.conformance?.ua === true);
  });
});

test.each([
  ["a key that nobody knows", "/DisplayDocTitle true", "/DisplayDocTitel true", "has /DisplayDocTitel"],
  ["a key of another type", "/DisplayDocTitle true", "/DisplayDocTitle 1111", "DisplayDocTitle is no boolean"],
  ["a value that is not allowed", "/Subtype/CIDFontType2", "/Subtype/CIDFontType9", "Subtype is no name"],
  ["a key that is missing", "/StemV ", "/StamV ", "has no StemV"],
])("the table finds %s", async (_, before, after, told) => {
  const document = await templatePages(LEDGER_SOURCE, ledgerPayload(2, 1));
  const file = Buffer.from(pdfRenderer.render(document, options)).toString("latin1");
  expect(file).toContain(before);
  await using folder = await temporaryFolder("keys");
  const path = join(folder.path, "file.pdf");
  await writeFile(path, file.replace(before, after), "latin1");
  await expect(keysOf(path, PASSWORD)).rejects.toThrow(told);
});
