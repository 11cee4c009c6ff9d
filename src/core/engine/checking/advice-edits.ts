// Advice with a change of a property → advice with an edit that was tried: the form is drawn once more with it.
import { applyEdits, type Diagnostic, type PropertyChange } from "../../diagnostics/index.ts";
import { withPropertyEdits } from "./property-edits.ts";

/** What is found of an edited source; null where it is not drawn. */
export interface EditedForm {
  readonly found: readonly Diagnostic[];
  readonly advice: readonly Diagnostic[];
}

/** So many edits are tried: whoever takes some of them checks again. */
const EDITS_TRIED_MAX = 12;

/**
 * The advice with edits that take it away and bring no error, warning or other advice; all else keeps its words alone.
 * `found` is what the form has without them.
 */
export function withWorkingEdits(
  source: string,
  found: readonly Diagnostic[],
  advice: readonly Diagnostic[],
  drawAgain: (edited: string) => EditedForm | null,
): readonly Diagnostic[] {
  let left = EDITS_TRIED_MAX;
  return advice.map((one) => {
    const edited = withEdit(source, one);
    const { repair } = edited;
    if (repair === null || repair.edits.length === 0) return edited;
    left -= 1;
    const after = left < 0 ? null : drawAgain(applyEdits(source, repair.edits));
    const works = after !== null && after.advice.length < advice.length && graveIn(after.found) <= graveIn(found);
    return works ? edited : { ...edited, repair: { ...repair, edits: [] } };
  });
}

/** The property's other value, or the property, where the element has it from elsewhere. */
function withEdit(source: string, one: Diagnostic): Diagnostic {
  const [changed = one] = withPropertyEdits(source, [one]);
  const change = one.repair?.change;
  if (one.repair === null || change === undefined || changed.repair?.edits.length !== 0) return changed;
  const [added = changed] = withPropertyEdits(source, [{ ...one, repair: { ...one.repair, change: asAdded(change) } }]);
  return added;
}

function asAdded(change: PropertyChange): PropertyChange {
  return "value" in change ? { property: change.property, added: change.value } : change;
}

function graveIn(found: readonly Diagnostic[]): number {
  return found.filter(({ severity }) => severity !== "info").length;
}
