// RPT3025: an empty text in a field that always comes, where a code or a picture was promised.
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { ExpressionCode, Scope } from "../../expression/index.ts";
import type { LayoutInput } from "../words/index.ts";

/** A field that is declared with `?` or a default may leave out what it shows; so may what nothing declares. */
export function tellPromised(
  { evaluation, canvas }: LayoutInput,
  code: ExpressionCode,
  scope: Scope,
  what: "promisedCode" | "promisedPicture",
  span: SourceSpan,
): void {
  const declared = evaluation.place(code, scope).path?.replaceAll(/\[\d+\]/gu, "[]");
  const field = canvas.fields.find(({ path }) => path === declared);
  if (field === undefined || field.optional || field.default !== null) return;
  evaluation.passOver(code, scope, evaluation.value(code, scope), what, span);
}
