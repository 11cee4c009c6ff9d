import type { Canvas } from "../canvas/index.ts";
import type { Violation } from "../contract/index.ts";
import { type Diagnostic, diagnose, type SourceSpan } from "../diagnostics/index.ts";
import type { DataRefusal } from "./messages.ts";

/** What is wrong with the data of a check, as findings at the declarations that it breaks. */
export function checkData(canvas: Canvas, reading: DataRefusal): readonly Diagnostic[] {
  if (reading.kind === "malformed") {
    const span = { start: 0, end: 0 };
    return [diagnose({ code: "RPT3002", span, message: reading.message, why: "A form is drawn from a JSON object." })];
  }
  return reading.violations.map((violation) => {
    const [start, end] = declarationSpan(canvas, violation.path.replaceAll(/\[\d+\]/g, "[]"));
    return diagnose({
      code: CODE_OF_RULE[violation.rule] ?? "RPT3002",
      span: { start, end },
      message: `${violation.path === "" ? "the data" : violation.path} ${wordsOf(violation)}`,
      why: "Data that does not satisfy the declarations is refused before layout.",
      repair: null,
    });
  });
}

function wordsOf({ rule, expected, received }: Violation): string {
  switch (rule) {
    case "required":
      return "is required";
    case "minItems":
    case "maxItems":
      return `has ${received} entries, ${expected.replace(/ entries$/, "")}`;
    default:
      return `is ${received}, not ${expected}`;
  }
}

/** The declaration of a path, or the first one beneath it where the path is an object. */
function declarationSpan({ fields }: Canvas, path: string): SourceSpan {
  const exact = fields.find((field) => field.path === path || field.path === `${path}[]`);
  const beneath = fields.find((field) => field.path.startsWith(`${path}.`) || field.path.startsWith(`${path}[]`));
  return (exact ?? beneath)?.span ?? [0, 0];
}

const CODE_OF_RULE: Readonly<Record<string, "RPT3001" | "RPT3003" | "RPT3004" | "RPT3005">> = {
  required: "RPT3001",
  enum: "RPT3003",
  minItems: "RPT3004",
  maxItems: "RPT3004",
  extra: "RPT3005",
};
