// What a source means, without the places it was written at.
import { canonicalJson, compileSource } from "../../../../src/core/canvas/index.ts";
import { checkDocument } from "../../../../src/core/check/index.ts";
import { hasErrors } from "../../../../src/core/diagnostics/index.ts";
import { parseSource } from "../../../../src/core/language/index.ts";

/**
 * The compiled canvas as canonical JSON without spans, or the checked document where a source uses what is not drawn
 * yet; null where the source has errors. The JSON of a dataset is kept as it was laid out, so its line ends are settled
 * here as the formatter settles them.
 */
export function canvasOf(source: string): string | null {
  const { value, diagnostics } = compileSource(source);
  if (value !== null) return canonicalJson(withoutSpans(value));
  return hasErrors(diagnostics) ? null : canonicalJson(withoutSpans(checkDocument(parseSource(source).value).value));
}

function withoutSpans(value: unknown): unknown {
  if (value instanceof Map) return withoutSpans(Object.fromEntries(value));
  if (Array.isArray(value)) return value.map(withoutSpans);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== "span");
  const settled = kept.map(([key, member]) => [key, key === "dataset" ? lineEnds(member) : withoutSpans(member)]);
  return Object.fromEntries(settled);
}

function lineEnds(dataset: unknown): unknown {
  return typeof dataset === "string" ? dataset.replace(/[^\S\n]+\n/g, "\n") : dataset;
}
