import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Something that a maintainer adds in one place, and the places that do not type-check until they know it too. */
interface Addition {
  readonly what: string;
  readonly file: string;
  readonly before: string;
  readonly added: string;
  readonly told: readonly string[];
}

const CANVAS = "src/core/canvas";
const LAYOUT = "src/core/layout";

const ADDITIONS: readonly Addition[] = [
  {
    what: "an element of the flow",
    file: "src/core/schema/schema-elements.ts",
    before: '  element("rich", ',
    added: '  element("stamp", "a stamp", "stamp 3mm", {}),\n',
    told: [`${CANVAS}/compile-elements.ts`],
  },
  {
    what: "a line at the top level",
    file: "src/core/schema/schema-documents.ts",
    before: '  element("copies", ',
    added: '  element("watermark", "words across each page", "watermark", { parents: TOP }),\n',
    told: [`${CANVAS}/compile.ts`],
  },
  {
    what: "a part of a rich paragraph",
    file: "src/core/schema/schema-elements.ts",
    before: '"br", "ruby"],\n    properties',
    added: '"space", ',
    told: [`${CANVAS}/compile-rich.ts`],
  },
  {
    what: "a part of a table",
    file: "src/core/schema/schema-tables.ts",
    before: '"column", "group", "carry", "head", "row", "pagefoot", "foot"],',
    added: '"newrow", ',
    told: [`${CANVAS}/compile-tables.ts`],
  },
  {
    what: "a part of a chart",
    file: "src/core/schema/schema-tables.ts",
    before: '"category", "series", "axis"],',
    added: '"milestone", ',
    told: [`${CANVAS}/compile-chart.ts`],
  },
  {
    what: "a band of a page",
    file: "src/core/schema/schema-documents.ts",
    before: '"header", "footer", "background", "body"],',
    added: '"box", ',
    told: [`${CANVAS}/compile.ts`],
  },
  {
    what: "a choice of a property",
    file: "src/core/schema/schema-elements.ts",
    before: '"tick", "cross", "fill"], "how',
    added: '"dot", ',
    told: [`${CANVAS}/compile-leaves.ts`],
  },
  {
    what: "an element of the compiled form",
    file: `${CANVAS}/canvas-elements.ts`,
    before: "  | TextElement\n",
    added: '  | (ElementBase & { readonly kind: "stamp" })\n',
    told: [`${LAYOUT}/build/build-blocks.ts`, `${LAYOUT}/elements/natural-width.ts`, "src/core/gate/elements.ts"],
  },
  {
    what: "a block of the layout",
    file: `${LAYOUT}/blocks/blocks.ts`,
    before: "  | TextBlock\n",
    added: '  | (BlockBase & { readonly kind: "stamp" })\n',
    told: [`${LAYOUT}/cut/cut-flow.ts`, `${LAYOUT}/paint/paint-block.ts`, `${LAYOUT}/blocks/shown-path.ts`],
  },
  {
    what: "a drawn item",
    file: `${LAYOUT}/page/pages.ts`,
    before: "GlyphRunItem | ",
    added: '(Omit<LinkItem, "kind"> & { readonly kind: "stamp" }) | ',
    told: [
      `${LAYOUT}/paint/fade-items.ts`,
      `${LAYOUT}/page/move-items.ts`,
      "src/plugins/renderers/pdf/content-stream.ts",
      "src/plugins/renderers/pdf/extents.ts",
      "src/plugins/renderers/svg/drawing.ts",
    ],
  },
  {
    what: "a read of a property that the element does not have",
    file: `${CANVAS}/compile-tables.ts`,
    before: "    rowsMin: countOf(",
    added: '    ...{ unread: countOf(properties, "min-row") },\n',
    told: [`${CANVAS}/compile-tables.ts`],
  },
  {
    what: "a question for an element that there is not",
    file: `${CANVAS}/compile-gantt.ts`,
    before: "  const text = withDefault(around",
    added: '  if (element.children.some((child) => child.name === "milestones")) return null;\n',
    told: [`${CANVAS}/compile-gantt.ts`],
  },
  {
    what: "a choice that the property does not have",
    file: `${CANVAS}/compile-barcode.ts`,
    before: "  const content = args.get(",
    added: '  if (choiceOf(element, "ecc") === "X") throw new Error();\n',
    told: [`${CANVAS}/compile-barcode.ts`],
  },
];

/** A compiler that shares its machine takes its time. */
const COMPILING_MS = 120_000;

test(
  "what is added in one place does not type-check until all that compile, lay out and draw know it",
  async () => {
    await using folder = await temporaryFolder("closed-types");
    cpSync("src", join(folder.path, "src"), { recursive: true });
    for (const name of ["node_modules", "gen", "package.json"]) symlinkSync(resolve(name), join(folder.path, name));
    for (const { file, before, added } of ADDITIONS) {
      const text = readFileSync(join(folder.path, file), "utf8");
      expect(text.split(before), `${file} holds once ${before}`).toHaveLength(2);
      writeFileSync(
        join(folder.path, file),
        text.replace(before, () => added + before),
      );
    }
    const options = JSON.parse(readFileSync("tsconfig.json", "utf8")).compilerOptions;
    const files = [
      "src/core/gate/index.ts",
      "src/plugins/renderers/pdf/index.ts",
      "src/plugins/renderers/svg/index.ts",
    ];
    writeFileSync(join(folder.path, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files }));
    const told = await typeErrors(folder.path);
    for (const addition of ADDITIONS) {
      for (const file of addition.told) expect(told, `${addition.what} in ${file}`).toContain(file);
    }
  },
  COMPILING_MS,
);

/** The files that the compiler refuses. */
async function typeErrors(folder: string): Promise<ReadonlySet<string>> {
  const compiler = resolve("node_modules/typescript/bin/tsc");
  const printed = await new Promise<string>((done) => {
    execFile(process.execPath, [compiler, "--noEmit", "-p", folder], { cwd: folder }, (_, stdout) => done(stdout));
  });
  return new Set([...printed.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map((match) => match[1] ?? ""));
}
