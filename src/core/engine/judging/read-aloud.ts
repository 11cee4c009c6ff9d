// The structure of pages → lines as a screen reader says them: what `platen check --reading` prints.
import { ARTIFACT, type PageDocument, type StructureNode, type StructureType } from "../../layout/index.ts";

/** How a screen reader names what it enters; null where it names nothing and reads on. */
const NAMES = {
  Document: null,
  Sect: "record",
  Div: null,
  H1: "heading 1",
  H2: "heading 2",
  H3: "heading 3",
  H4: "heading 4",
  H5: "heading 5",
  H6: "heading 6",
  BlockQuote: "quote",
  P: null,
  Span: null,
  Table: "table",
  THead: null,
  TBody: null,
  TFoot: null,
  TR: "row",
  TH: null,
  TD: null,
  L: "list",
  LI: "item",
  Lbl: null,
  LBody: null,
  Figure: "picture",
  Link: null,
  Ruby: null,
  RB: null,
  RT: "reading",
} as const satisfies Readonly<Record<StructureType, string | null>>;

/** Nodes that stand on a line of their own. */
const LINES: ReadonlySet<StructureType> = new Set([
  ...(["H1", "H2", "H3", "H4", "H5", "H6", "P", "TR", "LI", "Figure"] as const),
]);
/** Nodes that others stand in. */
const GROUPS: ReadonlySet<StructureType> = new Set(["Sect", "Table", "L", "BlockQuote"]);

/** One line for each paragraph, heading, row of a table, item of a list and picture, indented by what it stands in. */
export function readAloud({ structure, pages }: PageDocument): readonly string[] {
  const texts = textsOf(pages, structure.length);
  const children = childrenOf(structure);
  const lines: string[] = [];
  const words = (index: number): string => {
    const node = structure[index] as StructureNode;
    if (node.alt !== null) return node.alt;
    const inner = (children[index] ?? []).map(words).filter((text) => text !== "");
    const all = [texts[index] ?? "", inner.join(separatorOf(node.type))].filter((text) => text !== "").join(" ");
    return node.type === "RT" ? `（${all}）` : all;
  };
  const visit = (index: number, depth: number): void => {
    const node = structure[index] as StructureNode;
    const name = NAMES[node.type];
    const indent = "  ".repeat(depth);
    if (LINES.has(node.type)) {
      const text = words(index);
      if (text !== "" || node.type === "TR") lines.push(`${indent}${name === null ? "" : `${name}: `}${text}`);
      return;
    }
    const isGroup = GROUPS.has(node.type);
    const before = lines.length;
    if (isGroup) lines.push(`${indent}${name ?? ""}`);
    else if ((texts[index] ?? "") !== "") lines.push(`${indent}${texts[index]}`);
    for (const child of children[index] ?? []) visit(child, isGroup ? depth + 1 : depth);
    if (isGroup && lines.length === before + 1) lines.pop();
  };
  if (structure.length > 0) visit(0, 0);
  return lines;
}

/** Cells are told apart; what follows one another within a text is one. */
function separatorOf(type: StructureType): string {
  return type === "TR" ? " | " : type === "Ruby" || type === "RB" ? "" : " ";
}

/** The words of each node. A line that goes on continues its text. */
function textsOf(pages: PageDocument["pages"], count: number): readonly string[] {
  const texts: string[] = new Array<string>(count).fill("");
  for (const { items } of pages) {
    for (const item of items) {
      if (item.kind === "glyphs" && item.node !== ARTIFACT) texts[item.node] += item.run.text;
    }
  }
  return texts.map((text) => text.replaceAll(/\s+/gu, " ").trim());
}

function childrenOf(structure: readonly StructureNode[]): readonly (readonly number[])[] {
  const children: number[][] = structure.map(() => []);
  structure.forEach(({ parent }, index) => {
    if (parent >= 0) children[parent]?.push(index);
  });
  return children;
}
