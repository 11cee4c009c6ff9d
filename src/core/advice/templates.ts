// The texts of a form that compute something, each with the place where it stands.
import type { Canvas } from "../canvas/index.ts";
import { type ExpressionCode, referencePath, type Template } from "../expression/index.ts";

/** Where a template stands. */
export interface TemplatePlace {
  /** Of the records that are open there, the paths; the innermost last. */
  readonly records: readonly string[];
  /** Conditions of the element and of what holds it, and the lists that open its records. */
  readonly guards: readonly string[];
  /** An element of its own may have a condition; a cell of a table has none. */
  readonly mayHide: boolean;
}

type Judge = (template: Template, place: TemplatePlace) => void;

/** Every text with computed parts, and where it stands. */
export function eachTemplate(pages: Canvas["pages"], judge: Judge): void {
  walk(pages, { records: [], guards: [], mayHide: false }, judge);
}

function walk(node: unknown, place: TemplatePlace, judge: Judge): void {
  if (typeof node !== "object" || node === null || "op" in node) return;
  if (Array.isArray(node)) {
    if (isTemplate(node)) judge(node, place);
    else for (const one of node as readonly unknown[]) walk(one, place, judge);
    return;
  }
  const inside = placeIn(node as Readonly<Record<string, unknown>>, place);
  for (const part of Object.values(node)) walk(part, inside, judge);
}

function isTemplate(parts: readonly unknown[]): parts is Template {
  return parts.some((one) => typeof one === "object" && one !== null && "kind" in one && one.kind === "computed");
}

function placeIn(node: Readonly<Record<string, unknown>>, { records, guards, mayHide }: TemplatePlace): TemplatePlace {
  const box = node["box"] as { readonly when?: unknown } | undefined;
  const conditions = [node["when"], box?.when, node["over"]].filter((one) => one !== undefined && one !== null);
  const over = node["over"] as ExpressionCode | undefined;
  const opened = over === undefined ? [] : [`${referencePath(over, records, null) ?? "?"}[]`];
  return {
    records: [...records, ...opened],
    guards: [...guards, ...conditions.map((one) => JSON.stringify(one))],
    mayHide: box === undefined ? mayHide && !("cell" in node) : node["kind"] !== "table",
  };
}
