import type { Canvas } from "../canvas/index.ts";
import { type Diagnostic, diagnose } from "../diagnostics/index.ts";
import type { RenderAnswer } from "./messages.ts";

/** What is wrong with the data of a check, as findings at the declarations that it breaks. */
export function checkData(
  canvas: Canvas,
  reading: Extract<RenderAnswer, { kind: "malformed" | "violations" }>,
): readonly Diagnostic[] {
  if (reading.kind === "malformed") {
    const span = { start: 0, end: 0 };
    return [diagnose({ code: "RPT3002", span, message: reading.message, why: "A form is drawn from a JSON object." })];
  }
  return reading.violations.map((violation) => {
    const declared = violation.path.replaceAll(/\[\d+\]/g, "[]");
    const field = canvas.fields.find((candidate) => candidate.path === declared || candidate.path === `${declared}[]`);
    const [start, end] = field?.span ?? [0, 0];
    const what = violation.rule === "required" ? "is required" : `is ${violation.received}, not ${violation.expected}`;
    return diagnose({
      code: CODE_OF_RULE[violation.rule] ?? "RPT3002",
      span: { start, end },
      message: `${violation.path} ${what}`,
      why: "Data that does not satisfy the declarations is refused before layout.",
      repair: null,
    });
  });
}

const CODE_OF_RULE: Readonly<Record<string, "RPT3001" | "RPT3003" | "RPT3004" | "RPT3005">> = {
  required: "RPT3001",
  enum: "RPT3003",
  minItems: "RPT3004",
  maxItems: "RPT3004",
  extra: "RPT3005",
};
