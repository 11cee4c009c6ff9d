// RPT3025: what the data say of a bar, a mark or the line of today that has no date, and is therefore not drawn.
import { isElsewhere, isInCells } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import { Decimal, type ExpressionCode, movedCode, type Scope, type Template } from "../../expression/index.ts";
import type { AxisPlace } from "./axis-place.ts";

/** What would be drawn at a date. */
interface Undrawn {
  readonly label: Template | null;
  readonly progress?: ExpressionCode | null;
  /** The list of whose entries it is one. */
  readonly each?: ExpressionCode;
  readonly span: SourceSpan;
}

/**
 * A task that is not planned yet has no bar, and nothing is missing. What its words or its progress alone show is lost
 * with them: a value that no cell of the record prints. A zero says nothing of what has not begun.
 */
export function tellUndated(
  { input, table }: AxisPlace,
  { label, progress = null, each, span }: Undrawn,
  scope: Scope,
): void {
  // A field of an entry may have the name of one of its record: cells show it where they read the list as well.
  const isPrinted = (code: ExpressionCode): boolean =>
    [code, ...(each === undefined || movedCode(code, -1) !== null ? [] : [each])].every((one) =>
      isInCells(one, table, input.canvas),
    );
  for (const code of [...codesOf(label), ...(progress === null ? [] : [progress])]) {
    if (!isPrinted(code)) tell({ input, code, scope, span });
  }
}

/** The same of the day of the whole form: its words may stand in any other text. */
export function tellNoToday({ input, scope }: AxisPlace, { label, span }: Undrawn & { readonly label: Template }) {
  for (const code of codesOf(label)) {
    if (!isElsewhere(code, input.canvas, label)) tell({ input, code, scope, span });
  }
}

function codesOf(template: Template | null): readonly ExpressionCode[] {
  return (template ?? []).flatMap((part) => (part.kind === "computed" ? [part.code] : []));
}

interface Lost {
  readonly input: AxisPlace["input"];
  readonly code: ExpressionCode;
  readonly scope: Scope;
  readonly span: SourceSpan;
}

function tell({ input: { evaluation }, code, scope, span }: Lost): void {
  const value = evaluation.value(code, scope);
  const isZero = value instanceof Decimal && value.sign() === 0;
  if (isZero || evaluation.text(code, scope).text.trim() === "") return;
  evaluation.passOver(code, scope, value, "undated", span);
}
