import { readFileSync } from "node:fs";
import { type Canvas, compileSource } from "../../../src/core/canvas/index.ts";

/** A form of all types, each required, optional, with a default or in lists, and of names that languages refuse. */
export const ALL_TYPES = readFileSync("test/core/codegen/all-types.rpt", "utf8");

/** A source that compiles. */
export function canvasOf(source: string): Canvas {
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(`the form does not compile: ${diagnostics.map(({ code }) => code).join(", ")}`);
  return value;
}

/** A form of these fields. */
export function formOf(id: string, ...fields: readonly string[]): string {
  const lines = fields.map((field) => `field ${field}\n`).join("");
  return `rpt 1\ndocument ${id}\n${lines}page A4 margin=15mm {\n  body {\n    text "a"\n  }\n}\n`;
}
