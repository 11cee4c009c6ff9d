// Canvas → what people call its fields: the words of the declaration, else those beside the value on a page.
import { type ExpressionCode, referencePath, type Template } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";

/** Longer words explain something; they name nothing. */
const LABEL_CHARACTERS_MAX = 24;

/** A part of a canvas's pages, whatever kind of element it is. */
type Part = Readonly<Record<string, unknown>>;

/** How plainly a place names a value: beside it as its label, before it in its own box, or in the same text. */
const RANKS = { label: 0, neighbour: 1, lead: 2 } as const;

/** Labels by canonical path. A field that neither its line nor the pages name has none. */
export function fieldLabels(canvas: Pick<Canvas, "fields" | "pages" | "recordSource">): ReadonlyMap<string, string> {
  const declared = new Set(canvas.fields.map((field) => field.path));
  const search: Search = { found: new Map(), declared, source: canvas.recordSource?.path ?? null };
  for (const page of canvas.pages) visit(page, [], search);
  const labels = new Map([...search.found].map(([path, { label }]) => [path, label]));
  for (const { path, label } of canvas.fields) if (label !== null) labels.set(path, label);
  return labels;
}

interface Search {
  readonly found: Map<string, { readonly label: string; readonly rank: number }>;
  readonly declared: ReadonlySet<string>;
  readonly source: string | null;
}

/** Walks over everything that is drawn; `records` are the arrays whose records are open there. */
function visit(part: unknown, records: readonly string[], search: Search): void {
  if (Array.isArray(part)) {
    for (const each of part) visit(each, records, search);
    return;
  }
  if (!isPart(part)) return;
  const inner = recordsIn(part, records, search);
  learn(part, inner, search);
  for (const [name, member] of Object.entries(part)) {
    // Code and texts hold no elements.
    if (!["over", "content", "value", "heading", "label"].includes(name)) visit(member, inner, search);
  }
}

/** An element over a list opens a record of it for what it holds. */
function recordsIn({ over }: Part, records: readonly string[], { source }: Search): readonly string[] {
  if (!isCode(over)) return records;
  const path = referencePath(over, records, source);
  return [...records, path === null ? "" : `${path.replace(/\[\]$/, "")}[]`];
}

/** A pair's or seal's label, a column's heading, and words that lead up to a value: `件名：{subject}`. */
function learn(part: Part, records: readonly string[], search: Search): void {
  const { label, value, heading, content, source, children } = part;
  if (isTemplate(label) && isTemplate(value)) name(label, value, RANKS.label, records, search);
  if (isTemplate(label) && isCode(source)) name(label, shownBy(source), RANKS.label, records, search);
  if (part["kind"] === "cells" && Array.isArray(part["cells"])) learnFromCells(part["cells"], records, search);
  if (Array.isArray(children) && isLabelled(part, children.length)) learnFromNeighbours(children, records, search);
  if (isTemplate(heading) && isTemplate(content)) name(heading, content, RANKS.label, records, search);
  else if (isTemplate(content)) {
    const [words, ...rest] = content;
    const leads = words?.kind === "fixed" && /[：:\s]$/.test(words.text);
    if (leads) name([words], rest, RANKS.lead, records, search);
  }
}

/** Cells of a grid stand beside one another for a reason, and so do the two texts of a box. */
function isLabelled({ kind }: Part, children: number): boolean {
  return kind === "grid" || (kind === "box" && children === 2);
}

/** A label of a ruled grid names the value in the cell behind it. */
function learnFromCells(cells: readonly unknown[], records: readonly string[], search: Search): void {
  for (const [at, cell] of cells.entries()) {
    const before = cells[at - 1];
    if (!isPart(before) || !isPart(cell) || before["names"] !== "row") continue;
    const { content: words } = before;
    const { content: value } = cell;
    if (isTemplate(words) && isTemplate(value)) name(words, value, RANKS.label, records, search);
  }
}

/** Words in a box of their own, before the box of the value. */
function learnFromNeighbours(children: readonly unknown[], records: readonly string[], search: Search): void {
  for (const [at, child] of children.entries()) {
    const before = children[at - 1];
    if (!isPart(before) || !isPart(child)) continue;
    const { content: words } = before;
    const { content: value } = child;
    if (isTemplate(words) && isTemplate(value)) name(words, value, RANKS.neighbour, records, search);
  }
}

/** An expression alone, as a text that shows it. */
function shownBy(code: ExpressionCode): Template {
  return [{ kind: "computed", code, span: [0, 0], role: null }];
}

function name(words: Template, value: Template, rank: number, records: readonly string[], search: Search): void {
  const label = fixedText(words);
  const path = soleField(value, records, search);
  if (path === null || label === null || (search.found.get(path)?.rank ?? Number.POSITIVE_INFINITY) <= rank) return;
  search.found.set(path, { label, rank });
}

/** The one field that a text shows; words and what is computed may stand around it. */
function soleField(template: Template, records: readonly string[], { declared, source }: Search): string | null {
  const paths = template.flatMap((part) => {
    const path = part.kind === "computed" ? referencePath(part.code, records, source) : null;
    return path !== null && declared.has(path) ? [path] : [];
  });
  return paths.length === 1 ? (paths[0] ?? null) : null;
}

function fixedText(template: Template): string | null {
  if (template.some((part) => part.kind === "computed")) return null;
  const text = template.map((part) => (part.kind === "fixed" ? part.text : "")).join("");
  const label = text.replace(/[\s　：:]+/g, " ").trim();
  const count = [...label].length;
  return count > 0 && count <= LABEL_CHARACTERS_MAX ? label : null;
}

function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null;
}

function isCode(value: unknown): value is ExpressionCode {
  return isPart(value) && typeof value["op"] === "string";
}

function isTemplate(value: unknown): value is Template {
  return (
    Array.isArray(value) && value.every((part) => isPart(part) && (part["kind"] === "fixed" || isCode(part["code"])))
  );
}
