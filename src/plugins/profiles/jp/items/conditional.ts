import type { FormSource } from "../../../../core/sdk/index.ts";

/** Whether a form has an item at all: what is required only where it is agreed has to be drawn where it is declared. */
export function declares(role: string): (form: FormSource) => boolean {
  return (form) =>
    form.declarations.some((declaration) => declaration.role === role) ||
    form.elements.some((element) => element.role === role);
}
