import type { Form } from "../../../../core/sdk/index.ts";

/** What of a form stands in its source, and is the same for all data. */
export type SourceOfForm = Pick<Form, "source" | "document" | "declarations" | "formulas" | "elements">;

/** What was made of a source, and of which parts of it. */
interface Made<Value> {
  readonly from: SourceOfForm;
  readonly value: Value;
}

/**
 * `make`, asked once for each source: a render judges record after record of one form, and what is read from its source
 * alone took a tenth of the time. A form that may change is asked each time.
 */
export function ofSource<Value>(make: (form: SourceOfForm) => Value): (form: SourceOfForm) => Value {
  const made = new WeakMap<SourceOfForm["elements"], Made<Value>>();
  return (form) => {
    const { source, document, declarations, formulas, elements } = form;
    const known = made.get(elements);
    const from = known?.from;
    if (known !== undefined && from?.declarations === declarations && from.formulas === formulas) return known.value;
    const value = make(form);
    if ([elements, declarations, formulas].every(Object.isFrozen)) {
      made.set(elements, { from: { source, document, declarations, formulas, elements }, value });
    }
    return value;
  };
}
