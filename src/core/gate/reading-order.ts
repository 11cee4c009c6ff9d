// RPT5021 and RPT5022: what a file that promises tags reads aloud is what people see: a heading to begin with, and each
// value right after its label (ISO 14289-1, 7.1 and 7.4; Matterhorn Protocol 09-001).
import type { Canvas } from "../canvas/index.ts";
import { type Diagnostic, shortened } from "../diagnostics/index.ts";
import {
  ARTIFACT,
  type GlyphRunItem,
  inkOf,
  isHeading,
  kindOfWords,
  labelsOf,
  type Page,
  type PageDocument,
  type ReadPart,
  type Rectangle,
  type StructureNode,
} from "../layout/index.ts";
import type { ElementIndex } from "./elements.ts";

/** Of what is quoted of a text. */
const SHOWN_MAX = 20;

/** Whether the file is read aloud by its tags. */
export function promisesTags({ document: { conformance } }: Canvas): boolean {
  return conformance !== undefined && (conformance.ua || conformance.pdf.endsWith("a"));
}

/** What is judged of a document that promises tags: its pages with the tree that they are read by. */
export type ReadDocument = Pick<PageDocument, "pages" | "structure">;

export function judgeReading(document: ReadDocument, elements: ElementIndex): readonly Diagnostic[] {
  return [...findNoHeading(document, elements), ...findReadApart(document)];
}

/** A text of a page: its node, and all of its runs. */
interface ReadText extends ReadPart {
  readonly node: number;
  readonly text: string;
  readonly item: GlyphRunItem;
}

/** The largest text of the first page is what most forms are named by. */
function findNoHeading({ pages, structure }: ReadDocument, elements: ElementIndex): readonly Diagnostic[] {
  if (structure.some(({ type }) => isHeading(type))) return [];
  // Titles in headers are not read unless they are headings, so they count here too.
  const runs = (pages[0]?.items ?? []).filter((item) => item.kind === "glyphs");
  let largest: GlyphRunItem | null = null;
  for (const item of runs) {
    if (item.kind === "glyphs" && (largest === null || item.sizeEmu > largest.sizeEmu)) largest = item;
  }
  if (largest === null) return [];
  const [start] = largest.span;
  const words = runs.map((item) => (item.kind === "glyphs" && item.span[0] === start ? item.run.text : "")).join("");
  const kind = elements.byStart.get(start)?.kind;
  const takesHeading = kind === "text" || kind === "rich";
  return [
    {
      code: "RPT5021",
      severity: "warning",
      span: { start: largest.span[0], end: largest.span[1] },
      message: `no text of the form is a heading; the largest one is “${shortened(words, SHOWN_MAX)}”`,
      why: "people who listen jump from heading to heading, and learn by the first one which document it is",
      repair: {
        title: takesHeading ? "add heading=1 to this text" : "add heading=1 to the text that names the form",
        applicability: "suggestion",
        edits: [],
        ...(takesHeading ? { change: { property: "heading", added: "1" } } : {}),
      },
    },
  ];
}

/** Each value once, on the first page where it is read apart from its label. */
function findReadApart({ pages, structure }: ReadDocument): readonly Diagnostic[] {
  const found = new Map<number, Diagnostic>();
  for (const [index, page] of pages.entries()) {
    const texts = textsOf(page, structure);
    const labels = labelsOf(texts);
    for (const [at, value] of texts.entries()) {
      const label = labels[at] ?? null;
      if (value.kind !== "value" || label === null || found.has(value.item.span[0])) continue;
      const named = texts[label] as ReadText;
      const between = textsBetween(texts, labels, label, at);
      if (between > 0) found.set(value.item.span[0], readApart(value, named, between, index + 1));
    }
  }
  return [...found.values()];
}

/** How many texts that are not of the label are heard between it and the value. */
function textsBetween(
  texts: readonly ReadText[],
  labels: readonly (number | null)[],
  label: number,
  value: number,
): number {
  const [from, to] = [label, value].map((at) => texts[at]?.node ?? 0).sort((one, other) => one - other) as [
    number,
    number,
  ];
  return texts.filter(({ node }, at) => node > from && node < to && labels[at] !== label).length;
}

function readApart(value: ReadText, label: ReadText, between: number, page: number): Diagnostic {
  const path = value.item.sources.find((source) => source.path !== null)?.path ?? null;
  const words = shortened(label.text.trim(), SHOWN_MAX);
  return {
    code: "RPT5022",
    severity: "warning",
    span: { start: value.item.span[0], end: value.item.span[1] },
    message:
      `${path ?? `“${shortened(value.text.trim(), SHOWN_MAX)}”`} stands beside “${words}” and is read ${between} ` +
      `${between === 1 ? "text" : "texts"} apart from it (page ${page})`,
    why: "people who listen hear labels and values in the order of the source, and cannot tell which belong together",
    repair: {
      title: `write it right after “${words}” in the source, as a pair of pairs, or put both into one plate`,
      applicability: "suggestion",
      edits: [],
    },
    ...(path === null ? {} : { dataPath: path }),
  };
}

/** Texts that are read outside of tables and lists, which have an order of their own. */
function textsOf(page: Page, structure: readonly StructureNode[]): readonly ReadText[] {
  const runs = new Map<number, GlyphRunItem[]>();
  for (const item of page.items) {
    if (item.kind !== "glyphs" || item.node === ARTIFACT || item.isRuby === true) continue;
    const known = runs.get(item.node);
    if (known === undefined) runs.set(item.node, [item]);
    else known.push(item);
  }
  // A text with ruby or links is running prose, which names nothing.
  const prose = new Set(structure.flatMap(({ type, parent }) => (type === "Ruby" || type === "Link" ? parent : [])));
  const texts: ReadText[] = [];
  for (const [node, items] of runs) {
    const box = boundsOf(items);
    const [item] = items;
    if (box === null || item === undefined || !isPlainText(structure, node)) continue;
    if (isProse(structure, node, prose)) continue;
    const text = items.map(({ run }) => run.text).join("");
    const isFixed = items.every(({ sources }) => sources.every((each) => each.path === null && !("computed" in each)));
    texts.push({ node, text, item, box, kind: isFixed ? kindOfWords(text) : "value" });
  }
  return texts;
}

function isProse(structure: readonly StructureNode[], node: number, prose: ReadonlySet<number>): boolean {
  return prose.has(node) || prose.has(structure[node]?.parent ?? ARTIFACT);
}

/** A paragraph, or a part of one. */
function isPlainText(structure: readonly StructureNode[], node: number): boolean {
  for (let at = node; at > 0; at = structure[at]?.parent ?? ARTIFACT) {
    const type = structure[at]?.type;
    if (type === "Table" || type === "L" || type === "Figure") return false;
  }
  const type = structure[node]?.type;
  return type === "P" || type === "Span";
}

function boundsOf(items: readonly GlyphRunItem[]): Rectangle | null {
  const inks = items.flatMap((item) => inkOf(item) ?? []);
  if (inks.length === 0) return null;
  return {
    leftEmu: Math.min(...inks.map(({ leftEmu }) => leftEmu)),
    topEmu: Math.min(...inks.map(({ topEmu }) => topEmu)),
    rightEmu: Math.max(...inks.map(({ rightEmu }) => rightEmu)),
    bottomEmu: Math.max(...inks.map(({ bottomEmu }) => bottomEmu)),
  };
}
