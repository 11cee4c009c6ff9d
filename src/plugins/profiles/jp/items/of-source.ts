import type { FormSource } from "../../../../core/sdk/index.ts";

/** What was made of a source, and of which parts of it. */
interface Made<Value> {
  readonly from: FormSource;
  readonly value: Value;
}

/**
 * `make`, asked once for each source: a render judges record after record of one form, and what is read from its source
 * alone took a tenth of the time. A form that may change is asked each time.
 */
export function ofSource<Value>(make: (form: FormSource) => Value): (form: FormSource) => Value {
  const made = new WeakMap<FormSource["elements"], Made<Value>>();
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
