// What a source compiles to, without the places it was written at.
import { canonicalJson, compileSource } from "../../../../src/core/canvas/index.ts";

/**
 * The compiled canvas as canonical JSON without spans; null where the source has errors. The canvas keeps the JSON of a
 * dataset as it was laid out, so its line ends are settled here as the formatter settles them.
 */
export function canvasOf(source: string): string | null {
  const { value } = compileSource(source);
  return value === null ? null : canonicalJson(withoutSpans(value));
}

function withoutSpans(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSpans);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== "span");
  return Object.fromEntries(
    kept.map(([key, member]) => [key, key === "dataset" ? lineEnds(member) : withoutSpans(member)]),
  );
}

function lineEnds(dataset: unknown): unknown {
  return typeof dataset === "string" ? dataset.replace(/[^\S\n]+\n/g, "\n") : dataset;
}
