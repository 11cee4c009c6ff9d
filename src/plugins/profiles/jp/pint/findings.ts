// What stands in the way of an invoice in JP PINT.
import { declarationsOf, type ExportFinding, type Form, presenceOf, type Span } from "../../../../core/sdk/index.ts";

/** Collects findings; nothing is written where there is one, because every one of them is an error. */
export class Obstacles {
  readonly form: Form;
  readonly found: ExportFinding[] = [];

  constructor(form: Form) {
    this.form = form;
  }

  /** A term of the format that no value of the form stands for. `why` says which. */
  missing(role: string, why: string, where?: { readonly span: Span; readonly path: string }): void {
    const { span } = where ?? presenceOf(this.form, role);
    const declared = declarationsOf(this.form, role).map(({ path }) => path);
    this.found.push({
      id: "missing-role",
      severity: "error",
      span,
      what: `nothing with role ${role} has a value`,
      why,
      advice:
        declared.length === 0
          ? `declare a field or let with role=${role}`
          : `send data in which ${declared.join(" or ")} has a value`,
      ...(where === undefined ? {} : { path: where.path }),
    });
  }

  /** Something that is there and cannot be said in the format. */
  refuse(id: string, role: string, what: string, why: string, advice: string, path?: string): void {
    const { span } = presenceOf(this.form, role);
    this.found.push({ id, severity: "error", span, what, why, advice, ...(path === undefined ? {} : { path }) });
  }
}
